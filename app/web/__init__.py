"""HTTP and HTML. No SQL, no rules."""
