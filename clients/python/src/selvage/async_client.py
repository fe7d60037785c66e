"""The client for asyncio."""

import asyncio
import contextlib
from collections.abc import AsyncIterable, AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import grpc
import grpc.aio

from selvage import channel as channels
from selvage.account.v1.account_pb2_grpc import AccountServiceStub
from selvage.admin.v1.admin_pb2_grpc import AdminServiceStub
from selvage.body.v1.body_pb2_grpc import BodyServiceStub
from selvage.file.v1.file_pb2_grpc import FileServiceStub
from selvage.lay.v1.lay_pb2_grpc import LayServiceStub
from selvage.nest.v1 import nest_pb2
from selvage.nest.v1.nest_pb2_grpc import NestServiceStub
from selvage.nest_stream import Progress, Request, kept
from selvage.pattern.v1.pattern_pb2_grpc import PatternServiceStub
from selvage.project.v1.project_pb2_grpc import ProjectServiceStub
from selvage.size.v1.size_pb2_grpc import SizeServiceStub
from selvage.webhook.v1.webhook_pb2_grpc import WebhookServiceStub

if TYPE_CHECKING:
    from selvage.account.v1.account_pb2_grpc import AccountServiceAsyncStub
    from selvage.admin.v1.admin_pb2_grpc import AdminServiceAsyncStub
    from selvage.body.v1.body_pb2_grpc import BodyServiceAsyncStub
    from selvage.file.v1.file_pb2_grpc import FileServiceAsyncStub
    from selvage.lay.v1.lay_pb2_grpc import LayServiceAsyncStub
    from selvage.nest.v1.nest_pb2_grpc import NestServiceAsyncStub
    from selvage.pattern.v1.pattern_pb2_grpc import PatternServiceAsyncStub
    from selvage.project.v1.project_pb2_grpc import ProjectServiceAsyncStub
    from selvage.size.v1.size_pb2_grpc import SizeServiceAsyncStub
    from selvage.webhook.v1.webhook_pb2_grpc import WebhookServiceAsyncStub


class AsyncClient:
    """Like `Client`, with methods to await and streams for `async for`. Make it where an event loop runs."""

    body: "BodyServiceAsyncStub"
    patterns: "PatternServiceAsyncStub"
    sizes: "SizeServiceAsyncStub"
    projects: "ProjectServiceAsyncStub"
    account: "AccountServiceAsyncStub"
    webhooks: "WebhookServiceAsyncStub"
    nests: "NestServiceAsyncStub"
    lays: "LayServiceAsyncStub"
    files: "FileServiceAsyncStub"
    admin: "AdminServiceAsyncStub"

    def __init__(
        self, url: str, key: str, organization: str | None = None, credentials: grpc.ChannelCredentials | None = None
    ) -> None:
        host, secure = channels.target(url)
        metadata = channels.metadata(key, organization)
        interceptors: list[grpc.aio.ClientInterceptor] = [_UnaryIdentity(metadata), _StreamIdentity(metadata)]
        self._channel = (
            grpc.aio.secure_channel(
                host, credentials or grpc.ssl_channel_credentials(), channels.options, interceptors=interceptors
            )
            if secure
            else grpc.aio.insecure_channel(host, channels.options, interceptors=interceptors)
        )
        self.body = BodyServiceStub(self._channel)
        self.patterns = PatternServiceStub(self._channel)
        self.sizes = SizeServiceStub(self._channel)
        self.projects = ProjectServiceStub(self._channel)
        self.account = AccountServiceStub(self._channel)
        self.webhooks = WebhookServiceStub(self._channel)
        self.nests = NestServiceStub(self._channel)
        self.lays = LayServiceStub(self._channel)
        self.files = FileServiceStub(self._channel)
        self.admin = AdminServiceStub(self._channel)

    async def nest(self, request: Request) -> AsyncIterator[nest_pb2.NestEvent]:
        """Yields every event up to `done`, each once and in order; closing the generator cancels the job."""
        request = kept(request)
        progress = Progress(request.keep_seconds)
        try:
            while not progress.done:
                try:
                    async for answer in self._answers(request, progress):
                        if progress.is_new(answer.event):
                            yield answer.event
                    error = None
                except grpc.aio.AioRpcError as failure:
                    error = failure
                if not progress.done:
                    await asyncio.sleep(progress.wait_after(error))
        finally:
            if progress.is_left:
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await self.nests.CancelNest(nest_pb2.CancelNestRequest(job_id=progress.job_id))

    def _answers(self, request: Request, progress: Progress) -> AsyncIterable[Any]:
        if progress.job_id:
            return self.nests.ResumeNest(progress.resume())
        if isinstance(request, nest_pb2.NestPatternsRequest):
            return self.nests.NestPatterns(request, metadata=progress.key)
        return self.nests.Nest(request, metadata=progress.key)

    async def close(self) -> None:
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class _Identity:
    def __init__(self, metadata: channels.Metadata) -> None:
        self._metadata = metadata

    def _identified(self, details: grpc.aio.ClientCallDetails) -> grpc.aio.ClientCallDetails:
        return grpc.aio.ClientCallDetails(
            method=details.method,
            timeout=details.timeout,
            metadata=grpc.aio.Metadata(*channels.identified(details.metadata, self._metadata)),
            credentials=details.credentials,
            wait_for_ready=details.wait_for_ready,
        )


class _UnaryIdentity(_Identity, grpc.aio.UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(self, continuation: Any, details: grpc.aio.ClientCallDetails, request: Any) -> Any:
        return await continuation(self._identified(details), request)


class _StreamIdentity(_Identity, grpc.aio.UnaryStreamClientInterceptor):
    async def intercept_unary_stream(self, continuation: Any, details: grpc.aio.ClientCallDetails, request: Any) -> Any:
        return await continuation(self._identified(details), request)
