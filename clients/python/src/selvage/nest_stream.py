"""The common part of both nest streams: it knows the last event and decides whether to connect again."""

import copy
import random
import time
from collections.abc import Iterable
from typing import cast

import grpc
from google.rpc import error_details_pb2, status_pb2

from selvage.channel import fresh_key
from selvage.nest.v1 import nest_pb2

ATTEMPTS = 5
# : Waits double up to 3.2 s.
FIRST_WAIT_SECONDS = 0.2
MOST_DOUBLINGS = 4
# : Time for which the work continues without a connection.
KEEP_SECONDS = 60.0

Request = nest_pb2.NestRequest | nest_pb2.NestPatternsRequest

# Failures that another connection does not mend.
_final = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.OUT_OF_RANGE,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
}


class NestCut(Exception):
    """The stream was cut off, and no new connection could resume it; `job_id` and `seq` tell where to resume."""

    def __init__(self, job_id: str, seq: int) -> None:
        super().__init__(f"the stream of the job {job_id} was cut off after event {seq}")
        self.job_id = job_id
        self.seq = seq


class Progress:
    """The progress of a stream, which connects again for `keep_seconds` after the last event."""

    def __init__(self, keep_seconds: float) -> None:
        self._keep_seconds = keep_seconds
        self._broken_at = 0.0
        self.job_id = ""
        self.seq = 0
        self.failures = 0
        self.done = False
        # A failure leaves the job running: the caller may resume it later.
        self.failed = False
        # It makes one job of all attempts to begin.
        self.key = fresh_key()

    @property
    def is_left(self) -> bool:
        """Whether the caller left the loop while the job runs."""
        return self.job_id != "" and not self.done and not self.failed

    def is_new(self, event: nest_pb2.NestEvent) -> bool:
        """Notes an event; false if it came before."""
        if event.job_id == self.job_id and event.seq <= self.seq:
            return False
        self.job_id, self.seq, self.failures = event.job_id, event.seq, 0
        self.done = event.WhichOneof("event") == "done"
        return True

    def wait_after(self, error: grpc.RpcError | None) -> float:
        """Seconds until the next attempt; raises if there is none. `error` is None if a stream merely ended."""
        self.failures += 1
        if self.failures == 1:
            self._broken_at = time.monotonic()
        if error is not None and not self.job_id:
            self.job_id = _begun(error)
            if self.job_id:
                return 0
        if error is not None and error.code() in _final:
            self.failed = True
            raise error
        runs = self.job_id != "" and time.monotonic() - self._broken_at < self._keep_seconds
        if self.failures >= ATTEMPTS and not runs:
            self.failed = True
            raise (NestCut(self.job_id, self.seq) if self.job_id or error is None else error)
        return random.uniform(0, FIRST_WAIT_SECONDS * 2.0 ** min(self.failures, MOST_DOUBLINGS))

    def resume(self) -> nest_pb2.ResumeNestRequest:
        return nest_pb2.ResumeNestRequest(job_id=self.job_id, after=self.seq)


def _begun(error: grpc.RpcError) -> str:
    """The job that an attempt with a lost answer began; empty if the failure names none."""
    pairs = cast("Iterable[tuple[str, bytes]]", error.trailing_metadata() or ())
    for key, value in pairs:
        if key != "grpc-status-details-bin":
            continue
        for detail in status_pb2.Status.FromString(value).details:
            info = error_details_pb2.ErrorInfo()
            if detail.Unpack(info) and info.reason == "IDEMPOTENCY_KEY_IN_PROGRESS":
                return info.metadata.get("jobId", "")
    return ""


def kept(request: Request) -> Request:
    """The request, whose job outlives a lost connection unless the request forbids it."""
    if request.HasField("keep_seconds"):
        return request
    kept_on = copy.deepcopy(request)
    kept_on.keep_seconds = KEEP_SECONDS
    return kept_on
