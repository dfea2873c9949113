# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# Commands that take long and write into a log, with a word of how far they are. To be
# sourced by bash.

# Prints what the last command in LOG said last: apt-get's percentage (APT::Status-Fd), how
# much Ninja has built, or its last line.
progress_of() { # LOG COLUMNS
  tail -c 8192 "$1" | tr '\r' '\n' | awk -v columns="$2" '
    /^\$ / { said = substr($0, 3); counted = ""; next }
    /^(dl|pm)status:/ || /^\[[0-9]+\/[0-9]+\]/ { counted = $0 }
    NF { said = $0 }
    END {
      if (counted != "") said = counted
      if (split(said, part, ":") > 3 && said ~ /^(dl|pm)status:/)
        said = int(part[3]) " %, " substr(said, length(part[1] part[2] part[3]) + 4)
      print substr(said, 1, columns)
    }'
}

# Tells until it is killed, or the program has ended: on a terminal in one line, else in a line each
# five seconds.
progress_tell() { # LOG
  local began=$SECONDS columns=100 pause=5
  if [ -t 1 ]; then
    pause=0.5
    columns=$(($(tput cols 2>/dev/null || echo 80) - 10))
  fi
  while sleep $pause >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    if [ -t 1 ]; then printf '\r\033[K'; fi
    printf '%5d s: %s' $((SECONDS - began)) "$(progress_of "$1" "$columns")"
    if [ ! -t 1 ]; then echo; fi
  done
}

# Runs a command into a log, and says meanwhile how far it is. Its exit status.
progress_run() { # LOG COMMAND...
  local log=$1 teller status=0
  shift
  echo "\$ $*" >>"$log"
  progress_tell "$log" 2>/dev/null 9>&- &
  teller=$!
  "$@" >>"$log" 2>&1 </dev/null || status=$?
  kill "$teller" 2>/dev/null || true
  wait "$teller" 2>/dev/null || true
  if [ -t 1 ]; then printf '\r\033[K'; fi
  return $status
}
