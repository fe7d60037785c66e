"""The target of a channel, the metadata of its calls, and its retries."""

import json
import uuid
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

Metadata = tuple[tuple[str, str | bytes], ...]

# The channel repeats calls for which the service had no room, after a random share of a doubling time. UNAVAILABLE is a lost
# connection, too: the key of `identified` makes the repeated call the same one.
_retries = {
    "methodConfig": [
        {
            "name": [{}],
            "retryPolicy": {
                "maxAttempts": 5,
                "initialBackoff": "0.2s",
                "maxBackoff": "10s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"],
            },
        }
    ]
}

# A layout of ten thousand parts is larger than gRPC's limit of 4 MiB.
options: list[tuple[str, Any]] = [
    ("grpc.service_config", json.dumps(_retries)),
    ("grpc.max_receive_message_length", -1),
]


def target(url: str) -> tuple[str, bool]:
    """Host and port of an origin, and whether it uses TLS."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"url must be an origin such as http://127.0.0.1:8080, not {url!r}")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    # urlsplit takes the brackets of an IPv6 address away
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{host}:{port}", parts.scheme == "https"


def metadata(key: str, organization: str | None) -> Metadata:
    pairs: list[tuple[str, str | bytes]] = [("authorization", f"Bearer {key}")]
    if organization is not None:
        pairs.append(("x-service-organization-id", organization))
    return tuple(pairs)


def identified(own: Iterable[tuple[str, str | bytes]] | None, identity: Metadata) -> Metadata:
    """The metadata of one call: its own, the identity, and an idempotency key if it has none."""
    pairs = (*(own or ()), *identity)
    return pairs if any(name == "idempotency-key" for name, _ in pairs) else pairs + fresh_key()


def fresh_key() -> Metadata:
    """The key that tells the repetition of a call from another one."""
    return (("idempotency-key", str(uuid.uuid4())),)
