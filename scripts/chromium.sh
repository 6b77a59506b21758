#!/bin/sh
# Make sure that Chromium is here for the tests of the page, where this script may install it.
# Without it those tests are skipped, and say so.
set -eu

cd "$(dirname "$0")/.."
. scripts/lib.sh

# The shell is Chromium without windows: most tests of the page use it, and take a quarter less of the processor.
if command -v chromium >/dev/null 2>&1 && command -v chromium-headless-shell >/dev/null 2>&1; then
    exit 0
fi
if may_apt && { apt_install chromium chromium-headless-shell || apt_install chromium; }; then
    exit 0
fi
if command -v chromium >/dev/null 2>&1; then
    exit 0
fi
say 'Chromium is not here: the tests of the page will be skipped. Debian, Ubuntu:  sudo apt-get install chromium'
