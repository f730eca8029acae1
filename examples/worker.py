#!/usr/bin/env python3
"""A worker for Pawl in plain Python, 3.9 or newer: PAWL_URL and PAWL_KEY say where, and as whom."""
import json, os, pathlib, threading, time, urllib.error, urllib.request

URL = os.environ.get("PAWL_URL", "http://127.0.0.1:8080")
KEY = os.environ.get("PAWL_KEY") or pathlib.Path("pawl-data/admin.key").read_text().strip()
LEASE = 15  # seconds without a sign of life after which the server gives a task to another worker


def brew(order):
    """The work itself. It may be done again after a crash; what it returns is the Task's output."""
    print("brewing for", order["guest"], flush=True)
    time.sleep(order.get("seconds", 1))
    return {"cup": "coffee", "guest": order["guest"]}


HANDLERS = {"brew": brew}


def call(path, body):
    """Posts JSON and answers JSON; waits as long as it takes for a server that is away."""
    while True:
        request = urllib.request.Request(URL + path, json.dumps(body).encode(), {
            "Authorization": "Bearer " + KEY, "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as problem:
            if problem.code < 500 and problem.code != 429:
                return json.load(problem)  # 409: cancelled, timed out or answered before
        except OSError:
            pass
        time.sleep(1)


def keep_alive(token, done):
    while not done.wait(LEASE / 3):
        call(f"/api/workers/{token}/heartbeat", {})


def work(task):
    done = threading.Event()
    threading.Thread(target=keep_alive, args=(task["token"], done), daemon=True).start()
    try:
        outcome, body = "success", {"output": HANDLERS[task["resource"]](task["input"])}
    except Exception as failed:
        outcome, body = "failure", {"error": type(failed).__name__, "cause": str(failed)}
    done.set()
    call(f"/api/workers/{task['token']}/{outcome}", body)


while True:
    tasks = call("/api/workers/poll", {
        "resources": list(HANDLERS), "max": 1, "wait": 20, "lease": LEASE, "worker": "examples/worker.py"})
    if not isinstance(tasks, list):
        raise SystemExit(tasks.get("detail", tasks))
    for task in tasks:
        work(task)
