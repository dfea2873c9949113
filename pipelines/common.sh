# What the shell examples have in common; it is sourced, and no program by itself.
# shellcheck shell=bash disable=SC2034
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(basename "$0")
file='' # that is played, if any
# shellcheck source=tools/wholefile/wholefile.sh
. "$root/tools/wholefile/wholefile.sh"
export GST_PLUGIN_PATH=${GST_PLUGIN_PATH:+$GST_PLUGIN_PATH:}$root/build/gst
export GST_PRESET_PATH=${GST_PRESET_PATH:-$root/gst/presets}

fail() {
  echo "$program: $*" >&2
  exit 1
}

# -h and --help print the comment that the program begins with.
help_or_check() { # MOST-ARGUMENTS ARGUMENT...
  local most=$1 argument
  shift
  for argument in "$@"; do
    case $argument in
      -h | --help)
        awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
        exit
        ;;
      -*) fail "unknown option $argument (see --help)" ;;
    esac
  done
  [ $# -le "$most" ] || fail "too many arguments (see --help)"
}

# A number that the environment sets, NAME.
check_number() { # NAME LEAST MOST [odd]
  local value=${!1-}
  [ -n "$value" ] || return 0
  if ! [[ $value =~ ^[0-9]+([.][0-9]+)?$ ]] ||
    ! awk -v v="$value" -v least="$2" -v most="$3" -v odd="${4-}" 'BEGIN {
      exit !(v >= least && v <= most && (odd == "" || v % 2 == 1)) }'; then
    fail "$1 must be ${4:+$4, }$2 to $3, not $value"
  fi
}

# A word that the environment sets, NAME.
check_word() { # NAME WORD...
  local name=$1 word
  shift
  for word in "" "$@"; do
    [ "${!name-}" != "$word" ] || return 0
  done
  fail "$name must be one of $*, not ${!name}"
}

need() { # ELEMENT WHERE-FROM
  command -v gst-inspect-1.0 >/dev/null ||
    fail "there is no gst-launch-1.0 (Debian: gstreamer1.0-tools)"
  gst-inspect-1.0 "$1" >/dev/null 2>&1 || fail "there is no element $1: $2"
}

# Before anything is played: gst-launch-1.0 would tell it too, but may wait for ever
# afterwards.
check_is_video() { # FILE
  local type
  command -v gst-typefind-1.0 >/dev/null || return 0
  type=$(gst-typefind-1.0 "$1" 2>/dev/null) || true
  case ${type##* - } in
    video/* | image/* | application/*) ;;
    *) fail "$1 is no video${type:+, but ${type##* - }}" ;;
  esac
}

# The array `source`: a camera or a `file`, decoded. A live camera drops old frames
# rather than fall behind.
set_source() { # INPUT
  if [ -c "$1" ]; then
    need v4l2src "Debian: gstreamer1.0-plugins-good"
    source=(v4l2src device="$1" ! decodebin ! queue leaky=downstream
      max-size-buffers=2)
  elif [ -f "$1" ]; then
    file=$1
    source=(filesrc location="$1" ! decodebin ! queue)
  elif [ "$1" = /dev/video0 ]; then
    fail "there is no camera $1; name a video (see --help)"
  else
    fail "there is no file or camera $1"
  fi
}

# The array `sink`, for `play`: the screen, or a file as its name's end says.
set_sink() { # [OUTPUT]
  local good="Debian: gstreamer1.0-plugins-good"
  output=$1
  case $1 in
    '') sink=(autovideosink) ;;
    *.webm)
      need vp8enc "$good"
      need webmmux "$good"
      sink=(vp8enc deadline=1 cpu-used=4 threads=4 end-usage=cq cq-level=16
        target-bitrate=20000000 ! webmmux)
      ;;
    *.mkv) # without loss
      need avenc_ffv1 "Debian: gstreamer1.0-libav"
      need matroskamux "$good"
      sink=(avenc_ffv1 ! matroskamux)
      ;;
    *) fail "$1 must end in .webm or .mkv" ;;
  esac
}

# Whether a frame is in it: frames of Matroska, and so of WebM, are in clusters.
has_frames() { # FILE
  LC_ALL=C grep -qaF $'\x1f\x43\xb6\x75' -- "$1"
}

# gst-launch-1.0 as a process that tells `errors` who it is, and then what is wrong,
# in English. -e: an interrupt ends a file properly.
launch() { # ELEMENTS...
  echo "$BASHPID" >&"$errors"
  export LC_CTYPE=${LC_ALL:-${LC_CTYPE:-${LANG:-}}} LC_MESSAGES=C LC_ALL=
  exec gst-launch-1.0 -e "$@" 2>&"$errors" {errors}>&-
}

# Prints what it says. With -e it waits after an error for an end that may never come:
# at the first one it is stopped, after a second for the rest of the message.
stop_at_error() { # on standard input, what launch() writes
  trap '' INT TERM HUP
  local pid line signal status=0
  read -r pid
  while IFS= read -r line; do
    printf '%s\n' "$line" >&2
    [[ $line != ERROR:* ]] || break
  done
  for signal in 0 INT INT KILL; do
    kill -$signal "$pid" 2>/dev/null || true
    SECONDS=0
    while status=0 && [ $SECONDS -lt 2 ] && { IFS= read -r -t 1 line || status=$?; } &&
      [ $status = 0 ]; do
      printf '%s\n' "$line" >&2
    done
    [ $status = 0 ] || [ $status -gt 128 ] || return 0 # it has ended
  done
}

# The whole pipeline, with `sink` at its end; to its end. An interrupt ends the file
# properly, a second one leaves what was there before.
play() { # ELEMENTS...
  local status=0 watcher
  [ -z "$file" ] || check_is_video "$file"
  exec {errors}> >(stop_at_error)
  watcher=$!
  [ -n "$output" ] || launch "$@" ! "${sink[@]}"
  whole_begin "$output"
  whole_run launch "$@" ! "${sink[@]}" ! filesink location="$whole_part" || status=$?
  exec {errors}>&-
  wait $watcher || true
  [ $status = 0 ] || exit 1
  whole_is_stream "$output" || has_frames "$whole_part" ||
    fail "no frames came: $output is not written"
  whole_keep
  whole_is_stream "$output" || echo "written in $SECONDS s: $output"
}
