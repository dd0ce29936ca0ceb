"""Work that is done beside the requests: the deals of coming days."""
