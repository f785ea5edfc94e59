#!/bin/sh
# The nightly work of a skiptrace server. It prints only what went wrong, so cron mails only then, and its exit code is 1.
# In /etc/cron.d/skiptrace, as one line:
#   15 3 * * *  skiptrace  DATA_DIR=/var/lib/skiptrace BACKUPS=/backups /opt/skiptrace/deploy/nightly.sh
set -u
: "${DATA_DIR:?is the data directory}" "${BACKUPS:?is the folder of backups, on another disk}"
export DATA_DIR
program=$(dirname "$0")/../packages/server/bin/skiptrace-server.js
failed=0
run() {
  if ! said=$(node "$program" "$@" 2>&1); then
    failed=1
    printf 'skiptrace-server %s\n%s\n\n' "$*" "$said"
  fi
}

run backup "$BACKUPS" --keep 14
# Deletes people again whom an import brought back. With --json it names no one, so the mail doesn't either.
run people delete --again --yes --json
# Registered data brokers, with DROP_API_KEY in skiptrace.conf; not between 01:00 and 03:00 Pacific:
# run drop sync --delete
run doctor
exit "$failed"
