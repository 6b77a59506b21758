#!/bin/sh
# Run a command of the page's own (ui/package.json): sh scripts/ui.sh lint
#
# Takes the machine's Node, or the one that scripts/page.sh put into .tools. Without ui/node_modules (make setup
# JETON_NO_PAGE=1) it says so and does nothing.
set -eu

cd "$(dirname "$0")/.."
if [ ! -d ui/node_modules/.bin ]; then
    echo "The page's tools are not installed: left out."
    exit 0
fi
[ ! -x .tools/node/bin/node ] || PATH="$PWD/.tools/node/bin:$PATH"
exec npm --prefix ui --silent run "$@"
