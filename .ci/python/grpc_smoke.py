"""Calls body, pattern and nest as any Python program would: grpc_smoke.py STUBS (service in SELVAGE_SERVER and SELVAGE_KEY)"""
import os
import sys

import grpc

sys.path.insert(0, sys.argv[1])
from selvage.body.v1 import body_pb2, body_pb2_grpc  # noqa: E402
from selvage.nest.v1 import nest_pb2, nest_pb2_grpc  # noqa: E402
from selvage.pattern.v1 import pattern_pb2, pattern_pb2_grpc  # noqa: E402

channel = grpc.insecure_channel(os.environ["SELVAGE_SERVER"].removeprefix("http://"))
metadata = [("authorization", f"Bearer {os.environ['SELVAGE_KEY']}")]


def body_answers():
    request = body_pb2.InferMeasurementsRequest(
        gender=body_pb2.GENDER_MALE, unit=body_pb2.UNIT_SYSTEM_METRIC, height=180, weight=80
    )
    answer = body_pb2_grpc.BodyServiceStub(channel).InferMeasurements(request, metadata=metadata)
    assert answer.fields["height"].value == 180, answer.fields["height"]
    assert answer.fields["height"].source == body_pb2.MEASUREMENT_SOURCE_INPUT
    waist = answer.fields["waistGirth"]
    assert waist.source == body_pb2.MEASUREMENT_SOURCE_PREDICTED and waist.low < waist.value < waist.high, waist


def pattern_drafts():
    patterns = pattern_pb2_grpc.PatternServiceStub(channel)
    listed = patterns.ListPatterns(pattern_pb2.ListPatternsRequest(), metadata=metadata).patterns
    assert listed, "no pattern is listed"
    draft = patterns.DraftPattern(pattern_pb2.DraftPatternRequest(pattern_id=listed[0].pattern_id), metadata=metadata)
    assert all(len(piece.boundary) > 3 for piece in draft.pattern.pieces) and draft.pattern.pieces, draft


def square(side):
    corners = [(0, 0), (side, 0), (side, side), (0, side)]
    return [nest_pb2.Point(x=x, y=y) for x, y in corners]


def nest_streams():
    request = nest_pb2.NestRequest(
        polygons=[nest_pb2.Polygon(id=f"part-{i}", points=square(40)) for i in range(4)],
        bins=[nest_pb2.Bin(boundary=nest_pb2.Polyline(points=square(100)))],
        maximum_execution_time=2,
    )
    events = [answer.event for answer in nest_pb2_grpc.NestServiceStub(channel).Nest(request, metadata=metadata)]
    kinds = [event.WhichOneof("event") for event in events]
    assert kinds[-1] == "done" and kinds.count("done") == 1, kinds
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    best = [event.solution for event in events if event.WhichOneof("event") == "solution"][-1]
    assert len(best.placements) == 4 and not best.unplaced, best


def refused_without_key():
    try:
        body_pb2_grpc.BodyServiceStub(channel).InferMeasurements(body_pb2.InferMeasurementsRequest())
    except grpc.RpcError as error:
        assert error.code() == grpc.StatusCode.UNAUTHENTICATED, error
    else:
        raise AssertionError("a call without a key was answered")


checks = [body_answers, pattern_drafts, nest_streams, refused_without_key]
for check in checks:
    check()
    print(f"ok   python {check.__name__}")
print(f"{len(checks)} passed, 0 failed")
