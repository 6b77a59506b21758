# Small helpers that the scripts beside this file share. Read with `.`, not run.
# shellcheck shell=sh

# say WORDS...: one line of progress.
say() {
    printf '%s %s\n' '»' "$*"
}

# fail LINE...: each argument is one line for the reader; then stop.
fail() {
    printf '\n' >&2
    for line in "$@"; do
        printf '✗ %s\n' "$line" >&2
    done
    exit 1
}

# may_apt: can this script install Debian packages by itself?
may_apt() {
    [ "$(id -u)" -eq 0 ] && [ -z "${JETON_NO_APT:-}" ] && command -v apt-get >/dev/null 2>&1
}

# apt_install PACKAGE...: install Debian packages without questions; the log is shown only if it goes wrong.
apt_install() {
    say "Installing with apt-get: $*"
    apt_log=$(mktemp)
    if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } \
        >"$apt_log" 2>&1 </dev/null; then
        rm -f "$apt_log"
        return 0
    fi
    tail -n 20 "$apt_log" >&2
    rm -f "$apt_log"
    return 1
}
