#!/usr/bin/env bash
# Converts every book in a folder that has no audiobook yet. Made for cron: silent when all is well, one line per failure.
# Usage: inbox.sh INBOX OUTBOX    Crontab: 0 2 * * * /usr/local/bin/inbox.sh ~/books ~/audiobooks
set -uo pipefail

inbox=$1
outbox=$2
status=0
mkdir -p "$outbox"
shopt -s nullglob nocaseglob
for book in "$inbox"/*.epub "$inbox"/*.pdf; do
  name=$(basename "${book%.*}")
  [ -e "$outbox/$name.m4b" ] && continue
  # A stopped run continues: finished segments are kept.
  if ! audiobook convert "$book" --output "$outbox/$name.m4b" --quiet >/dev/null; then
    echo "$book failed"
    status=1
  fi
done
exit "$status"
