"""Runs against a service: SELVAGE_SERVER, SELVAGE_KEY; SELVAGE_CUTTING_PROXY, a proxy to it that loses connections; 
SELVAGE_BUSY_PROXY, which has no room at first; SELVAGE_FORGETFUL_PROXY, which loses the first answer of each call;
SELVAGE_STREAMLESS_PROXY, which cuts each stream; and SELVAGE_AWAY_PROXY, which is away for a while.
"""

import asyncio
import json
import os
import uuid
from collections.abc import Sequence

import grpc
import pytest

from selvage import AsyncClient, Client, NestCut
from selvage.body.v1 import body_pb2
from selvage.channel import target
from selvage.lay.v1 import lay_pb2
from selvage.nest.v1 import nest_pb2
from selvage.pattern.v1 import pattern_pb2
from selvage.project.v1 import project_pb2

URL, KEY = os.environ["SELVAGE_SERVER"], os.environ["SELVAGE_KEY"]


def square(side: float) -> list[nest_pb2.Point]:
    corners = [(0, 0), (side, 0), (side, side), (0, side)]
    return [nest_pb2.Point(x=x, y=y) for x, y in corners]


REQUEST = nest_pb2.NestRequest(
    polygons=[nest_pb2.Polygon(id=f"part-{i}", points=square(10 + i)) for i in range(12)],
    bins=[nest_pb2.Bin(boundary=nest_pb2.Polyline(points=square(100)))],
    maximum_execution_time=3,
    report_interval=50,
)

MAN = body_pb2.InferMeasurementsRequest(gender=body_pb2.GENDER_MALE, unit=body_pb2.UNIT_SYSTEM_METRIC, weight=80)


def assert_whole(events: Sequence[nest_pb2.NestEvent]) -> None:
    """Every event once and in order, `done` last, all parts placed."""
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    kinds = [event.WhichOneof("event") for event in events]
    assert kinds[-1] == "done" and kinds.count("done") == 1
    best = [event.solution for event in events if event.HasField("solution")][-1]
    assert len(best.placements) == 12


def test_body_pattern_and_nest() -> None:
    with Client(URL, KEY, organization="personal") as client:
        body = client.body.InferMeasurements(
            body_pb2.InferMeasurementsRequest(gender=body_pb2.GENDER_FEMALE, unit=body_pb2.UNIT_SYSTEM_METRIC, height=168)
        )
        assert body.fields["height"].value == 168
        assert body.fields["waistGirth"].low < body.fields["waistGirth"].high
        listed = client.patterns.ListPatterns(pattern_pb2.ListPatternsRequest()).patterns
        draft = client.patterns.DraftPattern(pattern_pb2.DraftPatternRequest(pattern_id=listed[0].pattern_id))
        assert draft.pattern.pieces
        assert_whole(list(client.nest(REQUEST)))


def test_lays_are_planned_and_listed() -> None:
    panel = nest_pb2.Polygon(points=[nest_pb2.Point(x=x, y=y) for x, y in [(0, 0), (500, 0), (500, 400), (0, 400)]])
    order = lay_pb2.PlanLaysRequest(
        lines=[lay_pb2.LayLine(name="Panel", quantity=6, parts=[panel])],
        cloths=[lay_pb2.Cloth(width=800)],
        table=lay_pb2.CuttingTable(length=3000, plies=10),
        maximum_execution_time=1,
    )
    with Client(URL, KEY, organization="personal") as client:
        events = [answer.event for answer in client.lays.PlanLays(order)]
        assert events[-1].HasField("done")
        assert [event.plan for event in events if event.HasField("plan")][-1].lines[0].cut == 6
        assert client.lays.ListLays(lay_pb2.ListLaysRequest()).jobs[0].job_id == events[0].job_id


def test_an_address_of_ipv6_keeps_its_brackets() -> None:
    assert target("http://[::1]:8080") == ("[::1]:8080", False)
    assert target("https://cut.example") == ("cut.example:443", True)


def test_a_refused_call_says_why() -> None:
    with Client(URL, "wrong") as client, pytest.raises(grpc.RpcError) as caught:
        client.body.InferMeasurements(body_pb2.InferMeasurementsRequest())
    assert caught.value.code() == grpc.StatusCode.UNAUTHENTICATED


def test_a_call_without_room_is_repeated_after_the_requested_time() -> None:
    async def asynchronous() -> float:
        async with AsyncClient(os.environ["SELVAGE_BUSY_PROXY"], KEY) as client:
            return (await client.body.InferMeasurements(MAN)).fields["weight"].value

    with Client(os.environ["SELVAGE_BUSY_PROXY"], KEY) as client:
        assert client.body.InferMeasurements(MAN).fields["weight"].value == 80
    assert asyncio.run(asynchronous()) == 80


def test_leaving_the_loop_cancels_the_job() -> None:
    long = nest_pb2.NestRequest()
    long.CopyFrom(REQUEST)
    long.maximum_execution_time = 30
    with Client(URL, KEY) as client:
        stream = client.nest(long)
        first = next(stream)
        stream.close()  # type: ignore[attr-defined]  # a generator is one
        rest = [answer.event for answer in client.nests.ResumeNest(nest_pb2.ResumeNestRequest(job_id=first.job_id))]
        assert rest[-1].HasField("done")


def test_asyncio() -> None:
    async def run() -> list[nest_pb2.NestEvent]:
        async with AsyncClient(URL, KEY) as client:
            body = await client.body.InferMeasurements(MAN)
            assert body.fields["weight"].value == 80
            return [event async for event in client.nest(REQUEST)]

    assert_whole(asyncio.run(run()))


def test_no_event_is_lost_or_comes_twice_over_lost_connections() -> None:
    with Client(os.environ["SELVAGE_CUTTING_PROXY"], KEY) as client:
        assert_whole(list(client.nest(REQUEST)))


def nests() -> set[str]:
    with Client(URL, KEY) as client:
        return {job.job_id for job in client.nests.ListNestJobs(nest_pb2.ListNestJobsRequest(page_size=100)).jobs}


def test_a_call_whose_answer_is_lost_makes_one_thing() -> None:
    names = [str(uuid.uuid4()), str(uuid.uuid4())]
    requests = [
        project_pb2.CreateProjectRequest(document=json.dumps({"format": "selvage-project", "version": 1, "name": name}))
        for name in names
    ]

    async def asynchronous() -> None:
        async with AsyncClient(os.environ["SELVAGE_FORGETFUL_PROXY"], KEY) as client:
            await client.projects.CreateProject(requests[1])

    with Client(os.environ["SELVAGE_FORGETFUL_PROXY"], KEY) as client:
        client.projects.CreateProject(requests[0])
    asyncio.run(asynchronous())
    with Client(URL, KEY) as client:
        made = [project.name for project in client.projects.ListProjects(project_pb2.ListProjectsRequest()).projects]
    assert [made.count(name) for name in names] == [1, 1]


def test_a_nest_that_is_lost_before_its_first_event_makes_one_job() -> None:
    async def asynchronous() -> list[nest_pb2.NestEvent]:
        async with AsyncClient(os.environ["SELVAGE_FORGETFUL_PROXY"], KEY) as client:
            return [event async for event in client.nest(REQUEST)]

    before = nests()
    with Client(os.environ["SELVAGE_FORGETFUL_PROXY"], KEY) as client:
        assert_whole(list(client.nest(REQUEST)))
    assert_whole(asyncio.run(asynchronous()))
    assert len(nests() - before) == 2


def test_a_stream_outlives_more_lost_connections_than_a_call() -> None:
    async def asynchronous() -> list[nest_pb2.NestEvent]:
        async with AsyncClient(os.environ["SELVAGE_AWAY_PROXY"], KEY) as client:
            return [event async for event in client.nest(REQUEST)]

    with Client(os.environ["SELVAGE_AWAY_PROXY"], KEY) as client:
        assert_whole(list(client.nest(REQUEST)))
    assert_whole(asyncio.run(asynchronous()))


def test_the_job_of_a_cut_stream_goes_on() -> None:
    long = nest_pb2.NestRequest()
    long.CopyFrom(REQUEST)
    long.maximum_execution_time = 30
    long.keep_seconds = 2

    async def asynchronous() -> None:
        async with AsyncClient(os.environ["SELVAGE_STREAMLESS_PROXY"], KEY) as client:
            async for _ in client.nest(long):
                pass

    def blocking() -> None:
        with Client(os.environ["SELVAGE_STREAMLESS_PROXY"], KEY) as client:
            list(client.nest(long))

    for run in (blocking, lambda: asyncio.run(asynchronous())):
        with pytest.raises(NestCut) as caught:
            run()
        job = caught.value.job_id
        with Client(URL, KEY) as client:
            running = client.nests.GetNestJob(nest_pb2.GetNestJobRequest(job_id=job)).job
            client.nests.CancelNest(nest_pb2.CancelNestRequest(job_id=job))
        assert not running.HasField("outcome")
