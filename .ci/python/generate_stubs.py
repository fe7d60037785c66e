"""Generates Python messages and stubs from proto/ into a folder: generate_stubs.py FOLDER"""
import sys
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
files = [path for root in ("proto", "third_party") for path in sorted(Path(root).rglob("*.proto"))]
well_known = Path(grpc_tools.__file__).parent / "_proto"
arguments = ["protoc", "-Iproto", "-Ithird_party", f"-I{well_known}", f"--python_out={folder}", f"--grpc_python_out={folder}"]
sys.exit(protoc.main([*arguments, *map(str, files)]))
