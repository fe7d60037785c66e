"""Refuses to build a package without the stubs of the protocol, which a clone has to generate first."""

from pathlib import Path

from setuptools import setup

STUBS = Path(__file__).parent / "src" / "selvage" / "nest" / "v1" / "nest_pb2.py"

if not STUBS.exists():
    raise SystemExit(
        "The stubs of the protocol are not generated yet: run `npm ci && npm run generate` in the root of the clone,"
        " then `pip install clients/python` again."
    )

setup()
