#!/bin/sh
# Tests the console without a server; the browser tests are run by the server's ConsoleTest.
set -eu
cd "$(dirname -- "$0")/.."

command -v npm >/dev/null || {
  echo "web: npm (Node.js 20.19 or newer) was not found; the console cannot be tested." >&2
  exit 1
}
npm run --silent check
