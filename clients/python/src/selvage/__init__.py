"""Client of Selvage: body measurements, sewing patterns and nesting.

`Client` blocks, `AsyncClient` is for asyncio; both have a stub for each service, and a nest stream that survives a lost
connection. The messages are in `selvage.body.v1.body_pb2` and its neighbours.
"""

from selvage.async_client import AsyncClient
from selvage.client import Client
from selvage.nest_stream import NestCut

__all__ = ["AsyncClient", "Client", "NestCut"]
