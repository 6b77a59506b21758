#!/bin/sh
# Make sure that the proxies of deploy/ are here for the tests, where this script may install them.
# The tests start each by itself on ports of its own; without a proxy its tests are skipped, and say so.
set -eu

cd "$(dirname "$0")/.."
. scripts/lib.sh

PATH="$PATH:/usr/sbin"
missing=
for program in nginx haproxy caddy; do
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
done
[ -n "$missing" ] || exit 0
# shellcheck disable=SC2086
if may_apt && apt_install $missing; then
    exit 0
fi
say "Not here:$missing. Their tests will be skipped. Debian, Ubuntu:  sudo apt-get install$missing"
