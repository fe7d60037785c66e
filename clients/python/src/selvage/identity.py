"""Sends key, organisation and an idempotency key along with each call."""

from collections.abc import Callable
from typing import Any

import grpc

from selvage.channel import Metadata, identified


class Identity(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor):
    def __init__(self, metadata: Metadata) -> None:
        self._metadata = metadata

    def _identified(self, details: grpc.ClientCallDetails) -> grpc.ClientCallDetails:
        return _Details(details, identified(details.metadata, self._metadata))

    def intercept_unary_unary(
        self, continuation: Callable[..., Any], client_call_details: grpc.ClientCallDetails, request: Any
    ) -> Any:
        return continuation(self._identified(client_call_details), request)

    def intercept_unary_stream(
        self, continuation: Callable[..., Any], client_call_details: grpc.ClientCallDetails, request: Any
    ) -> Any:
        return continuation(self._identified(client_call_details), request)


class _Details(grpc.ClientCallDetails):
    """The same call with other metadata."""

    def __init__(self, details: grpc.ClientCallDetails, metadata: Metadata) -> None:
        self.method = details.method
        self.timeout = details.timeout
        self.metadata = metadata
        self.credentials = details.credentials
        self.wait_for_ready = details.wait_for_ready
        self.compression = details.compression
