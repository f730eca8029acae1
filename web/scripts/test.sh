#!/bin/sh
# Tests the console without a server; the browser tests are run by the server's ConsoleTest.
set -eu
cd "$(dirname -- "$0")/.."

command -v npm >/dev/null || {
  echo "web: npm (Node.js 20.19 or newer) was not found; the console is not tested." >&2
  exit 0
}
npm run --silent check
