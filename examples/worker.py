#!/usr/bin/env python3
"""A worker for Pawl in Python, 3.9 or newer: PAWL_URL and PAWL_KEY say where and as whom, or pawl-data."""
import http.client, json, os, pathlib, signal, sys, threading, time, urllib.request

URL = os.environ.get("PAWL_URL") or pathlib.Path("pawl-data/server.url").read_text().strip()
KEY = os.environ.get("PAWL_KEY") or pathlib.Path("pawl-data/admin.key").read_text().strip()
LEASE = 15  # seconds without a sign of life after which the server gives a task to another worker


def brew(order):
    """The work itself. It may be done again after a crash; what it returns is the Task's output."""
    print("brewing for", order["guest"], flush=True)
    time.sleep(order.get("seconds", 1))
    return {"cup": order.get("drink", "tea"), "guest": order["guest"]}


HANDLERS = {"brew": brew}


def call(path, body, tries=1_000_000):
    """Posts JSON, again and again while the server is away; gives the status and the answer."""
    request = urllib.request.Request(URL + "/api/workers/" + path, json.dumps(body).encode(), {
        "Authorization": "Bearer " + KEY, "Content-Type": "application/json"})
    for _ in range(tries):
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, json.load(answer)
        except (OSError, http.client.HTTPException) as problem:  # nobody there, gone, or an error
            status = getattr(problem, "code", 503)
            if status < 500 and status != 429:
                return status, json.load(problem)
        time.sleep(1)


def keep_alive(task, done):
    while not done.wait(min(LEASE, task.get("heartbeatSeconds") or LEASE) / 3):
        if call(task["token"] + "/heartbeat", {})[0] == 409:
            return  # nobody wants it any more: cancelled, timed out or answered before


def work(task, token, done):
    threading.Thread(target=keep_alive, args=(task, done), daemon=True).start()
    try:
        outcome, body = "/success", {"output": HANDLERS[task["resource"]](task["input"])}
    except Exception as failed:
        outcome, body = "/failure", {"error": type(failed).__name__, "cause": str(failed)}
    except SystemExit:  # told to stop: another worker has it at once
        call(token + "/release", {}, tries=1)
        raise
    done.set()
    if call(token + outcome, body)[0] in (400, 413, 422):
        call(token + "/failure", {"error": "Worker.OutcomeRefused", "cause": "is it too large?"})


for stop in signal.SIGINT, signal.SIGTERM: signal.signal(stop, lambda *_: sys.exit())
while True:
    status, tasks = call("poll", {
        "resources": list(HANDLERS), "wait": 5, "lease": LEASE, "worker": "examples/worker.py"})
    for task in tasks if status == 200 else sys.exit(tasks["detail"]):
        work(task, task["token"], threading.Event())
