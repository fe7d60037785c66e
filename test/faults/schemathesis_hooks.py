"""Keeps the cases of schemathesis to the service itself: in the key's own context, as deep as JSON may be, and to a tenth
of a second of solving. The key itself stays."""
import functools
import json
import os
import re
import urllib.request
import uuid

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


@schemathesis.hook
def before_call(context, case, kwargs):
    """A tech pack is made without its nests, of ten seconds each, and an order is small and planned for a second. Ids of
    answers serve in other requests, too, so that the run could
    delete its own key, or forget its own account."""
    if case.operation.path.endswith("/account/keys/{keyId}") and case.path_parameters.get("keyId") in own_keys():
        case.path_parameters["keyId"] = str(uuid.uuid4())
    if case.operation.path.endswith("/account/forget") and isinstance(case.body, dict):
        if case.body.get("name") == own_name():
            case.body["name"] += " junior"
    if "/bodydbl" in case.operation.path and isinstance(case.body, dict):
        agree(case.body)
    # a table and a new population have people without one, and one place of a proposal names it
    names_none = case.operation.path.endswith(("/populations", "/size-tables", "/bodydbl/next"))
    for person in bodies_of(case.body):
        agree(person)
        if names_none:
            person.pop("population", None)
    if case.operation.path.endswith("/lays") and isinstance(case.body, dict):
        shrink_order(case.body)
    if case.operation.path.endswith("/techpack") and isinstance(case.body, dict):
        seconds = case.body.get("seconds")
        if seconds is None or (type(seconds) in (int, float) and 0 <= seconds <= 30):
            case.body["seconds"] = 0
            for of_the_nest in ("fabricWidth", "minDistance"):
                if is_between(0, case.body.get(of_the_nest), 10000):
                    del case.body[of_the_nest]


def bodies_of(request):
    """The bodies of drafts, sizes, markers, lays, proposals, size tables and populations."""
    if not isinstance(request, dict):
        return
    lists = [request.get(name) for name in ("sizes", "patterns", "lines")]
    holders = [request, *(holder for each in lists if isinstance(each, list) for holder in each)]
    people = request.get("people")
    found = [holder.get("body") for holder in holders if isinstance(holder, dict)]
    for person in [*found, *(people if isinstance(people, list) else [])]:
        if isinstance(person, dict):
            yield person


def agree(person):
    """The account has no population that a random name could mean. A way to measure goes with its measurement, once."""
    if is_name(person.get("population")):
        person["population"] = "unspecified"
    taken = person.get("taken")
    if not isinstance(taken, dict):
        return
    for name, ways in {
        "waistGirth": ("midway", "navel", "narrowest"),
        "neckGirth": ("base", "middle"),
        "bicepGirth": ("relaxed", "flexed"),
    }.items():
        is_same = name == "neckGirth" and person.get("neckMidGirth") is not None
        if taken.get(name) in ways and (person.get(name) is None or is_same):
            del taken[name]


def is_name(value):
    """Whether it may be the name of a population."""
    return isinstance(value, str) and re.fullmatch(r"[^\W_][\w._ -]{0,63}", value) is not None


def answer_of(path):
    request = urllib.request.Request(
        f"{os.environ['SELVAGE_SERVER']}/api/v1/{path}",
        headers={"Authorization": f"Bearer {os.environ['SELVAGE_KEY']}"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@functools.cache
def own_keys():
    return {key["keyId"] for key in answer_of("account/keys")["keys"]}


@functools.cache
def own_name():
    return answer_of("account")["name"]


def shrink_order(order):
    """The first plan comes however long it takes. So its markers must be small."""
    limit = order.get("maximumExecutionTime")
    if limit is None or is_between(1, limit, 3600):
        order["maximumExecutionTime"] = 1
    if is_between(0, order.get("keepSeconds"), 3600):
        order["keepSeconds"] = 0
    lines = order.get("lines")
    if not isinstance(lines, list) or not 1 <= len(lines) <= 500:
        return
    del lines[2:]
    for line in lines:
        if not isinstance(line, dict):
            continue
        if is_between(1, line.get("quantity"), 1_000_000):
            line["quantity"] = min(line["quantity"], 3)
        parts = line.get("parts")
        if isinstance(parts, list) and len(parts) <= 1000:
            del parts[3:]
            for part in parts:
                if isinstance(part, dict) and is_between(1, part.get("quantity"), 10_000):
                    part["quantity"] = 1


def is_between(least, value, most):
    """Whether the service would take the value."""
    return type(value) in (int, float) and least <= value <= most


@schemathesis.hook
def filter_body(context, body):
    """JSON nested deeper than 32 is refused before its schema counts, which cannot say so."""
    return depth(body) <= 32


def depth(value):
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if below is None else 1 + max(map(depth, below), default=0)
