#!/bin/sh
# Refuse a commit whose subject is not an order in under 70 characters: `subject.sh FILE`, as git calls commit-msg.
set -eu

subject=$(grep -v '^#' "$1" | sed -n 1p)
case $subject in
    Merge\ * | fixup!\ * | squash!\ * | amend!\ *) exit 0 ;;
esac
length=$(printf %s "$subject" | wc -m)
if [ "$length" -eq 0 ] || [ "$length" -ge 70 ]; then
    printf 'The subject has %s characters: expected 1 to 69.\n  %s\n' "$length" "$subject" >&2
    exit 1
fi
case $subject in
    *.) printf 'The subject ends with a full stop: expected an order without one.\n  %s\n' "$subject" >&2; exit 1 ;;
esac
