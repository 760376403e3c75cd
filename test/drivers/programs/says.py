"""A connector that does what the payload says: writes these bytes, leaves that child behind, exits, or hangs."""

import json
import os
import subprocess
import sys
import time

CAPABILITIES = json.loads(os.environ.get("SAYS_CAPABILITIES", '["inspect"]'))


def write(stream, text):
    stream.buffer.write(text.encode("utf-8", "surrogatepass"))
    stream.flush()


for line in sys.stdin:
    message = json.loads(line)
    if message["command"] == "open":
        opened = {"id": message["id"], "protocol": 1, "capabilities": CAPABILITIES}
        write(sys.stdout, json.dumps(opened, separators=(",", ":")) + "\n")
        continue
    script = message.get("payload") or {}
    if "child" in script:
        child = subprocess.Popen(["/bin/sh", "-c", script["child"]], start_new_session=script.get("leaves", False))
        write(sys.stderr, "child %d\n" % child.pid)
    write(sys.stderr, script.get("stderr", ""))
    for piece in script.get("stdout", []):
        text = piece["text"] if isinstance(piece, dict) else piece
        times = piece["times"] if isinstance(piece, dict) else 1
        write(sys.stdout, text.replace("$ID", str(message["id"])).replace("$LINE", line.rstrip("\n")) * times)
    if "exit" in script:
        sys.exit(script["exit"])
    if script.get("hang"):
        time.sleep(600)

if os.environ.get("SAYS_STAYS"):
    time.sleep(600)
