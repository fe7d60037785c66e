"""A plugin of buf that makes Python messages and gRPC stubs, both typed: protoc has a generator of stubs, buf has none.

Reads a CodeGeneratorRequest from standard input, hands its files to protoc, and answers with what protoc wrote.
"""
import sys
import tempfile
from pathlib import Path

from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

request = CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
response = CodeGeneratorResponse(supported_features=CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL)
with tempfile.TemporaryDirectory() as scratch:
    image, out = Path(scratch, "image.binpb"), Path(scratch, "out")
    image.write_bytes(FileDescriptorSet(file=request.proto_file).SerializeToString())
    out.mkdir()
    outputs = [f"--{plugin}_out={out}" for plugin in ("python", "mypy", "grpc_python", "mypy_grpc")]
    status = protoc.main(["protoc", f"--descriptor_set_in={image}", *outputs, *request.file_to_generate])
    if status != 0:
        response.error = f"protoc ended with {status}"
    for path in sorted(out.rglob("*.py*")):
        response.file.add(name=str(path.relative_to(out)), content=path.read_text())
sys.stdout.buffer.write(response.SerializeToString())
