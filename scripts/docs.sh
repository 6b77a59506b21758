#!/bin/sh
# Write the docs site to build/docs/site and check it; `docs.sh serve` shows it while you write.
# MkDocs lives in build/docs/env, an environment of its own, pinned by uv.lock.
set -eu

cd "$(dirname "$0")/.."
. scripts/lib.sh

VIRTUAL_ENV='' UV_PROJECT_ENVIRONMENT=build/docs/env UV_PYTHON_DOWNLOADS=never UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-180}" \
    .tools/bin/uv sync --frozen --only-group docs --quiet --python .venv/bin/python ||
    fail 'What writes the docs could not be installed: the reason is above.'

# The theme's own news about its future: docs/contributors.md tells it once.
export NO_MKDOCS_2_WARNING=1
if [ "${1:-}" = serve ]; then
    exec build/docs/env/bin/mkdocs serve --strict --dev-addr localhost:8001 --watch tools/docs --watch src
fi
# Not --quiet: what is not said is not counted as a fault either.
build/docs/env/bin/mkdocs build --strict
.venv/bin/python tools/docs/check.py build/docs/site
