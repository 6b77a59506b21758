#!/bin/sh
# Make this folder ready to play and to work in: needs only Python 3.11 to 3.14 and a network.
#
# .tools/ gets uv, the installer; .venv/ gets Jeton and everything in uv.lock; scripts/engine.sh and scripts/page.sh build the page.
# Nothing outside this folder changes, apart from uv's own download cache.
# A second run does nothing until pyproject.toml, uv.lock or this script changes.
#
# PYTHON=/path/to/python  use this interpreter
# JETON_NO_APT=1          never install a Debian package, even as root
set -eu

cd "$(dirname "$0")/.."
. scripts/lib.sh

READY=.venv/.jeton-ready
UV=.tools/bin/uv

# What the environment was made from; the folder too, since the scripts in .venv/bin hold its path.
fingerprint() {
    printf '%s %s\n' "$PWD" "${PYTHON:-}"
    cksum pyproject.toml uv.lock scripts/setup.sh scripts/uv.txt
}

# Print the real path of interpreter $1 if Jeton can run on it. A name alone proves nothing: pyenv's shims may not work.
suitable() {
    "$1" -c '
import sys, sysconfig
fits = (
    (3, 11) <= sys.version_info[:2] <= (3, 14)
    and sys.implementation.name == "cpython"
    and sys.maxsize > 2**32
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
if not fits:
    sys.exit(1)
print(sys.executable)
' 2>/dev/null </dev/null
}

# Can interpreter $1 make an environment with pip in it? Debian ships that part separately.
can_venv() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null
}

# Set `python`: the first suitable interpreter that can make environments, else the first suitable one.
find_python() {
    python=
    if [ -n "${PYTHON:-}" ]; then
        python=$(suitable "$PYTHON") || fail "PYTHON=$PYTHON is not a Python 3.11 to 3.14 that runs (64-bit CPython)."
        return
    fi
    # Every folder of PATH counts: a pyenv shim that does not work may hide an interpreter that does.
    for name in python3 python3.13 python3.12 python3.14 python3.11 python; do
        rest=$PATH:
        while [ -n "$rest" ]; do
            candidate=${rest%%:*}/$name
            rest=${rest#*:}
            [ -x "$candidate" ] || continue
            found=$(suitable "$candidate") || continue
            if can_venv "$found"; then
                python=$found
                return
            fi
            [ -n "$python" ] || python=$found
        done
    done
    [ -n "$python" ] || fail \
        'Jeton needs Python 3.11, 3.12, 3.13 or 3.14, and none was found.' \
        'Debian, Ubuntu:  sudo apt-get install python3 python3-venv' \
        'macOS:           brew install python@3.13' \
        'elsewhere:       https://www.python.org/downloads/' \
        'If it lives in an unusual place: make setup PYTHON=/path/to/python3'
}

ensure_venv_module() {
    can_venv "$python" && return
    package="python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
    if may_apt && apt_install "$package" && can_venv "$python"; then
        return
    fi
    fail "$python cannot make virtual environments: its 'venv' part is not installed." \
        "Debian, Ubuntu:  sudo apt-get install $package" \
        'Then run the same command again.'
}

install_uv() {
    wanted=$(sed -n 's/^uv==\([0-9.]*\).*/\1/p' scripts/uv.txt)
    if [ -x "$UV" ] && "$UV" --version 2>/dev/null | grep -q "^uv $wanted "; then
        return
    fi
    ensure_venv_module
    say "Installing uv $wanted, which installs the rest"
    rm -rf .tools
    "$python" -m venv .tools
    .tools/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r scripts/uv.txt ||
        fail 'uv could not be installed: is the network there?'
}

if [ -f "$READY" ] && [ "$(cat "$READY")" = "$(fingerprint)" ] && .venv/bin/python -c '' 2>/dev/null; then
    sh scripts/engine.sh
    exec sh scripts/page.sh
fi

find_python
say "Using $("$python" --version) at $python"
install_uv
if [ -f "$READY" ] && [ "$(sed -n 1p "$READY")" != "$(fingerprint | sed -n 1p)" ]; then
    rm -rf .venv # made in another folder or for another interpreter
fi
say 'Installing Jeton and its dependencies into .venv'
VIRTUAL_ENV='' UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-180}" \
    "$UV" sync --frozen --extra server --quiet --python "$python" ||
    fail 'The dependencies could not be installed: the reason is above.'

if .venv/bin/python -c 'import jeton.cli.main' 2>/dev/null; then
    say 'Compiling the rules and the search, once: about twenty seconds'
    .venv/bin/jeton warm || say 'Not compiled in advance (the reason is above); the first game will do it.'
fi

fingerprint >"$READY"
sh scripts/engine.sh
sh scripts/page.sh
say 'Ready.'
