"""The systems of a shop, in memory: reservations, payments and shipments. Shipments to 'nowhere' are refused."""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

log = []


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, log)

    def do_DELETE(self):
        log.append(f"DELETE {self.path}")
        self.answer(200, {})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        log.append(f"POST {self.path}")
        if self.path == "/shipments" and body.get("address") == "nowhere":
            self.answer(422, {"error": "no such address"})
        else:
            self.answer(201, {"id": f"{self.path.split('/')[1][:3]}-{body.get('order', '')}"})

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Shop)
print(f"the shop listens on port {server.server_port}", flush=True)
server.serve_forever()
