#!/bin/sh
# Compile rules, views and search for the page into src/jeton/server/engine, from where the server and the wheel take them.
#
# Needs nothing but the Python of .venv. A second run does nothing until something that the engine is made of changes.
#
# JETON_NO_ENGINE=1   leave it out: then the server plays every match
# JETON_OLD_WILL_DO=1 leave it as it is, if there is one
set -eu

cd "$(dirname "$0")/.."
. scripts/lib.sh

OUT=src/jeton/server/engine
STAMP=.venv/.jeton-engine

[ -z "${JETON_NO_ENGINE:-}${JETON_NO_PAGE:-}" ] || exit 0
[ -z "${JETON_OLD_WILL_DO:-}" ] || [ ! -f "$OUT/engine.json" ] || exit 0

# What the engine is made of: `jeton.wasm.build.sources` has the same, and looks more closely.
made_of() {
    find src/jeton/core src/jeton/games/splendor src/jeton/bots src/jeton/wasm uv.lock -type f ! -name '*.pyc' |
        LC_ALL=C sort | xargs cksum | cksum
}

if [ -f "$STAMP" ] && [ -f "$OUT/engine.json" ] && [ "$(cat "$STAMP")" = "$(made_of)" ]; then
    exit 0
fi
.venv/bin/python -m jeton.wasm "$OUT" || {
    say 'The engine of the page was not built (the reason is above): the server will play every match.'
    exit 0
}
made_of >"$STAMP"
