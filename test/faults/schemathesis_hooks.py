"""Keeps the cases of schemathesis to the service itself: in the key's own context, and to a tenth of a second of solving."""
import schemathesis


@schemathesis.hook
def map_headers(context, headers):
    """A random organisation is refused before anything else is looked at: one case in a few says so."""
    if headers:
        headers.pop("X-Service-Organization-Id", None)
    return headers


@schemathesis.hook
def map_body(context, body):
    """Any number is a valid time limit, so that to replace it by another changes nothing of what a case is about."""
    if isinstance(body, dict) and ("bins" in body or "polygons" in body):
        limit = body.get("maximumExecutionTime")
        if limit is None or (isinstance(limit, (int, float)) and not isinstance(limit, bool)):
            body["maximumExecutionTime"] = 0.1
    return body
