#!/bin/sh
# Builds the console into dist, unless it is newer than everything it is made of.
set -eu
cd "$(dirname -- "$0")/.."

stale() {
  [ -f dist/index.html ] || return 0
  [ -n "$(find src public index.html vite.config.ts tsconfig.json package-lock.json scripts -newer dist/index.html | head -n 1)" ]
}

stale || exit 0
command -v npm >/dev/null || {
  echo "web: npm (Node.js 20.19 or newer) was not found; the server is built without its console." >&2
  mkdir -p dist
  exit 0
}
# The lock file that npm writes into node_modules shows what is installed there.
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund --loglevel=error
fi
npm run --silent build
