"""The blocking client."""

import contextlib
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import grpc

from selvage import channel as channels
from selvage.account.v1.account_pb2_grpc import AccountServiceStub
from selvage.admin.v1.admin_pb2_grpc import AdminServiceStub
from selvage.body.v1.body_pb2_grpc import BodyServiceStub
from selvage.file.v1.file_pb2_grpc import FileServiceStub
from selvage.identity import Identity
from selvage.lay.v1.lay_pb2_grpc import LayServiceStub
from selvage.nest.v1 import nest_pb2
from selvage.nest.v1.nest_pb2_grpc import NestServiceStub
from selvage.nest_stream import Progress, Request, kept
from selvage.pattern.v1.pattern_pb2_grpc import PatternServiceStub
from selvage.project.v1.project_pb2_grpc import ProjectServiceStub
from selvage.size.v1.size_pb2_grpc import SizeServiceStub
from selvage.webhook.v1.webhook_pb2_grpc import WebhookServiceStub


class Client:
    """Calls a service. `organization`: the one to run against; `personal`: none; default: the active one."""

    def __init__(
        self, url: str, key: str, organization: str | None = None, credentials: grpc.ChannelCredentials | None = None
    ) -> None:
        host, secure = channels.target(url)
        plain = (
            grpc.secure_channel(host, credentials or grpc.ssl_channel_credentials(), options=channels.options)
            if secure
            else grpc.insecure_channel(host, options=channels.options)
        )
        self._channel = grpc.intercept_channel(plain, Identity(channels.metadata(key, organization)))
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

    def nest(self, request: Request) -> Iterator[nest_pb2.NestEvent]:
        """Yields every event up to `done`, each once and in order; leaving the loop cancels the job."""
        request = kept(request)
        progress = Progress(request.keep_seconds)
        try:
            while not progress.done:
                try:
                    for answer in self._answers(request, progress):
                        if progress.is_new(answer.event):
                            yield answer.event
                    error = None
                except grpc.RpcError as failure:
                    error = failure
                if not progress.done:
                    time.sleep(progress.wait_after(error))
        finally:
            if progress.is_left:
                with contextlib.suppress(grpc.RpcError):
                    self.nests.CancelNest(nest_pb2.CancelNestRequest(job_id=progress.job_id))

    def _answers(
        self, request: Request, progress: Progress
    ) -> Iterator[nest_pb2.NestResponse] | Iterator[nest_pb2.NestPatternsResponse] | Iterator[nest_pb2.ResumeNestResponse]:
        if progress.job_id:
            return self.nests.ResumeNest(progress.resume())
        if isinstance(request, nest_pb2.NestPatternsRequest):
            return self.nests.NestPatterns(request, metadata=progress.key)
        return self.nests.Nest(request, metadata=progress.key)

    def close(self) -> None:
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
