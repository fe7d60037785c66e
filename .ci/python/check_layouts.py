"""Streams every instance of a folder from the running service and checks each line with the folder's own checker.

check_layouts.py FOLDER (service in SELVAGE_SERVER and SELVAGE_KEY). The time limits are short: this is about right, not dense.
"""
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

folder = Path(sys.argv[1])
seconds = 4
many_parts = 500


def stream(request, path):
    call = urllib.request.Request(
        os.environ["SELVAGE_SERVER"] + "/api/v1/nest",
        data=json.dumps(request).encode(),
        headers={"Authorization": f"Bearer {os.environ['SELVAGE_KEY']}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(call) as answer, open(path, "wb") as file:
        for line in answer:
            file.write(line)


def check(instance, scratch):
    data = json.loads(instance.read_text())
    data["request"]["maximumExecutionTime"] = seconds
    request, response = scratch / "request.json", scratch / "response.ndjson"
    request.write_text(json.dumps(data))
    stream(data["request"], response)
    options = ["--last"] if data["parts"] > many_parts else []
    # the first layout is sent even where it takes longer than the limit
    slack = ["--time-slack", "60"] if data["parts"] > many_parts else []
    checker = [sys.executable, str(folder / "check_layout.py"), str(request), str(response), *options, *slack]
    return subprocess.run(checker, capture_output=True, text=True)


passed = failed = 0
with tempfile.TemporaryDirectory() as scratch:
    for instance in sorted((folder / "instances").glob("*.json")):
        result = check(instance, Path(scratch))
        good = result.returncode == 0
        passed, failed = passed + good, failed + (not good)
        summary = json.loads(result.stdout) if result.stdout.startswith("{") else {}
        print(f"{'ok  ' if good else 'FAIL'} {instance.stem}", summary.get("density", ""), flush=True)
        if not good:
            print(result.stdout[:3000], result.stderr[:3000])
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
