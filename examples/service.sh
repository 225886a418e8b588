#!/usr/bin/env bash
# Converts a book through a running service (`audiobook serve`) as a job: upload, follow, download.
# Usage: service.sh BOOK [OUTPUT]    Environment: AUDIOBOOK_URL (default http://127.0.0.1:8000), AUDIOBOOK_TOKEN
set -euo pipefail

book=$1
output=${2:-$(basename "${book%.*}").mp3}
url=${AUDIOBOOK_URL:-http://127.0.0.1:8000}
curl=(curl --silent --show-error --fail-with-body)
if [ -n "${AUDIOBOOK_TOKEN:-}" ]; then curl+=(--header "Authorization: Bearer $AUDIOBOOK_TOKEN"); fi

# The same key returns the same job, so running the script again does not convert the book twice.
key=$(sha256sum "$book" | cut -d' ' -f1)
job=$("${curl[@]}" --header "Idempotency-Key: $key" --form kind=synthesize --form "file=@$book" \
  --dump-header - --output /dev/null "$url/jobs" | tr -d '\r' | sed -n 's/^[Ll]ocation: //p')

# The stream of events ends with the job.
"${curl[@]}" --no-buffer --output /dev/null "$url$job/events"

"${curl[@]}" --output "$output.part" "$url$job/result"
mv "$output.part" "$output"
echo "$output"
