# shellcheck shell=bash
# A file that appears under its name when it is whole, or not at all: what was
# there before stays until then. It is written beside its place, to
# NAME.HOST.PROCESS.part, and renamed. What is no file (a device, a pipe,
# /dev/stdout) is written to directly. To be sourced by bash.
#
# wholefile.c and wholefile.py do the same.

whole_refuse() { # PATH WHY
  echo "$(basename "$0"): $1 cannot be written: $2" >&2
  exit 1
}

# A device, a pipe, a socket; or a file that is open already, under a name such as
# /dev/stdout.
whole_is_stream() { # PATH
  [ ! -e "$1" ] || [ -f "$1" ] || [ -d "$1" ] || return 0
  case $(realpath -- "$(dirname -- "$1")" 2>/dev/null) in
    /dev | /proc/*) return 0 ;;
  esac
  return 1
}

# Sets whole_part to where PATH is to be written to. Exits where it cannot be.
whole_begin() { # PATH
  whole_name='' whole_part=$1
  ! whole_is_stream "$1" || return 0
  case $1 in '' | */) whole_refuse "$1" "it is no file's name" ;; esac
  local name folder
  name=$(readlink -m -- "$1")
  folder=$(dirname -- "$name")
  [ ! -d "$name" ] || whole_refuse "$1" "it is a folder"
  [ -d "$folder" ] ||
    whole_refuse "$1" "there is no folder $(dirname -- "$1")"
  [ ! -e "$name" ] || [ -w "$name" ] || whole_refuse "$1" "Permission denied"
  whole_name=$name whole_part=$name.$HOSTNAME.$$.part
  rm -f -- "$whole_part" # of a process that was killed
  trap whole_forget EXIT
  (set -o noclobber && : >"$whole_part") 2>/dev/null ||
    whole_refuse "$1" "no file can be made beside it"
}

whole_forget() {
  [ -z "$whole_name" ] || rm -f -- "$whole_part"
}

# It is whole: it takes the name, and the owner and permissions of what was there.
whole_keep() {
  [ -n "$whole_name" ] || return 0
  local name=$whole_name
  sync -- "$whole_part" || whole_refuse "$name" "it does not reach the disk"
  if [ -e "$name" ]; then
    chown --reference="$name" -- "$whole_part" 2>/dev/null || true
    chmod --reference="$name" -- "$whole_part" || true
  fi
  whole_name=
  mv -fT -- "$whole_part" "$name" ||
    whole_refuse "$name" "what was to be in it is in $whole_part"
}

# Runs what writes it, in a process group of its own: whoever interrupts us, from
# a terminal or by name, interrupts it once. Its exit status.
whole_run() { # COMMAND...
  local child status interrupted
  set -m
  "$@" &
  child=$!
  set +m
  trap 'interrupted=yes; kill -INT -- "$child" 2>/dev/null' INT TERM HUP
  while
    interrupted=no status=0
    wait "$child" || status=$?
    [ $interrupted = yes ]
  do :; done
  trap - INT TERM HUP
  return $status
}
