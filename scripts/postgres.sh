#!/bin/sh
# Make sure that PostgreSQL's programs and strace are here for the tests, where this script may install them.
# The tests start a cluster of their own in a folder of its own; without the programs they are skipped, and say so.
set -eu

cd "$(dirname "$0")/.."
. scripts/lib.sh

command -v strace >/dev/null 2>&1 || { may_apt && apt_install strace; } ||
    say 'strace is not here: tests of power loss will be skipped. Debian, Ubuntu:  sudo apt-get install strace'

if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1; then
    exit 0
fi
if may_apt && apt_install postgresql; then
    exit 0
fi
say 'PostgreSQL is not here: its tests will be skipped. Debian, Ubuntu:  sudo apt-get install postgresql'
