"""What programs see: JSON under ``/api/v1``, described by the OpenAPI that is served there."""
