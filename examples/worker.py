#!/usr/bin/env python3
"""A complete worker in Python 3.9 or newer. PAWL_URL and PAWL_KEY set server and key; the default is ./pawl-data."""
import http.client, json, os, pathlib, signal, sys, threading, time, urllib.request

URL = os.environ.get("PAWL_URL") or pathlib.Path("pawl-data/server.url").read_text().strip()
KEY = os.environ.get("PAWL_KEY") or pathlib.Path("pawl-data/admin.key").read_text().strip()
LEASE_SECONDS = 15  # without a heartbeat for this long, the server gives the task to another worker


def brew(order):
    """Does the work of the resource 'brew' and returns its output. It may run again after a crash."""
    print("brewing for", order["guest"], flush=True)
    time.sleep(order.get("seconds", 1))
    return {"cup": order.get("drink", "tea"), "guest": order["guest"]}


HANDLERS = {"brew": brew}


def post(path, body, tries=1_000_000):
    """Posts JSON and returns status and response; repeats while the server is down or overloaded."""
    request = urllib.request.Request(URL + "/api/workers/" + path, json.dumps(body).encode(), {
        "Authorization": "Bearer " + KEY, "Content-Type": "application/json"})
    for _ in range(tries):
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, json.load(response)
        except (OSError, http.client.HTTPException) as error:
            status = getattr(error, "code", 503)
            if status < 500 and status != 429:
                return status, json.load(error)
        time.sleep(1)


def send_heartbeats(task, finished):
    while not finished.wait(min(LEASE_SECONDS, task.get("heartbeatSeconds") or LEASE_SECONDS) / 3):
        if post(task["token"] + "/heartbeat", {})[0] in (404, 409):
            return  # the task has ended: cancelled, timed out, or done by another worker


def run(task, token, finished):
    threading.Thread(target=send_heartbeats, args=(task, finished), daemon=True).start()
    try:
        path, body = "/success", {"output": HANDLERS[task["resource"]](task["input"])}
    except Exception as failure:
        path, body = "/failure", {"error": type(failure).__name__, "cause": str(failure)}
    except SystemExit:  # a signal to stop: another worker gets the task at once
        post(token + "/release", {}, tries=1)
        raise
    finished.set()
    if post(token + path, body)[0] in (400, 413, 422):  # invalid or too large: the flow must learn of it
        post(token + "/failure", {"error": "Worker.OutcomeRefused", "cause": "the output was refused"})


for stop in signal.SIGINT, signal.SIGTERM: signal.signal(stop, lambda *_: sys.exit())
while True:
    status, tasks = post("poll", {
        "resources": list(HANDLERS), "wait": 5, "lease": LEASE_SECONDS, "worker": "examples/worker.py"})
    for task in tasks if status == 200 else sys.exit(tasks["detail"]):
        run(task, task["token"], threading.Event())
