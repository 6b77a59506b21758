#!/bin/sh
# Build the page (ui/) into src/jeton/server/static, from where the server and the wheel take it.
#
# Needs Node 20.19 or newer: the machine's own, or else one from PyPI that is put into .tools.
# A second run does nothing until something that the page is made of changes.
#
# JETON_NO_PAGE=1     leave the page out
# JETON_OLD_WILL_DO=1 leave the page as it is, if there is one, but install what it is built with
# JETON_PYPI_NODE=1   use the Node from PyPI even if the machine has one
set -eu

cd "$(dirname "$0")/.."
. scripts/lib.sh

OUT=src/jeton/server/static
STAMP=ui/node_modules/.jeton-page
LOCK=ui/node_modules/.jeton-lock

[ -z "${JETON_NO_PAGE:-}" ] || exit 0

# What the page is made of.
made_of() {
    find ui/src ui/public ui/index.html ui/package-lock.json ui/vite.config.ts ui/squeeze.mjs ui/svelte.config.js \
        src/jeton/words src/jeton/games/splendor/data src/jeton/games/guardians/data -type f ! -name '*.py' ! -name '*.pyc' | LC_ALL=C sort | xargs cksum | cksum
}

if [ -f "$STAMP" ] && [ -f "$OUT/index.html" ] && [ "$(cat "$STAMP")" = "$(made_of)" ]; then
    exit 0
fi

# new_enough NODE: is it 20.19 or newer?
new_enough() {
    "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

if [ -n "${JETON_PYPI_NODE:-}" ] || ! command -v npm >/dev/null 2>&1 || ! new_enough node; then
    if ! { [ -x .tools/node/bin/node ] && new_enough .tools/node/bin/node; }; then
        say 'Installing Node from PyPI into .tools, to build the page'
        rm -rf .tools/node
        .tools/bin/uv venv --quiet --python .tools/bin/python .tools/node &&
            .tools/bin/uv pip install --quiet --python .tools/node/bin/python --require-hashes -r scripts/node.txt ||
            fail 'Node could not be installed: is the network there?' 'Without the page: make setup JETON_NO_PAGE=1'
    fi
    PATH="$PWD/.tools/node/bin:$PATH"
    export PATH
fi

if [ ! -f "$LOCK" ] || [ "$(cat "$LOCK")" != "$(cksum <ui/package-lock.json)" ]; then
    say 'Installing what the page is built with into ui/node_modules'
    # Not `npm ci`: the lock names the platforms that its registry knew; others take the version that is asked for.
    npm --prefix ui install --no-save --no-audit --no-fund --loglevel=error ||
        fail 'The packages of the page could not be installed: the reason is above.' 'Without the page: make setup JETON_NO_PAGE=1'
    cksum <ui/package-lock.json >"$LOCK"
fi

[ -z "${JETON_OLD_WILL_DO:-}" ] || [ ! -f "$OUT/index.html" ] || exit 0
say 'Building the page'
(cd ui && npx --no-install vite build --logLevel error && node squeeze.mjs) || fail 'The page could not be built: the reason is above.'
made_of >"$STAMP"
