# What the shell examples have in common; it is sourced, and no program by itself.
# shellcheck shell=bash disable=SC2034
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(basename "$0")
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

need() { # ELEMENT WHERE-FROM
  command -v gst-inspect-1.0 >/dev/null ||
    fail "there is no gst-launch-1.0 (Debian: gstreamer1.0-tools)"
  gst-inspect-1.0 "$1" >/dev/null 2>&1 || fail "there is no element $1: $2"
}

# The array `source`: a camera or a file, decoded. A live camera drops old frames
# rather than fall behind.
set_source() { # INPUT
  if [ -c "$1" ]; then
    need v4l2src "Debian: gstreamer1.0-plugins-good"
    source=(v4l2src device="$1" ! decodebin ! queue leaky=downstream
      max-size-buffers=2)
  elif [ -f "$1" ]; then
    source=(filesrc location="$1" ! decodebin ! queue)
  elif [ "$1" = /dev/video0 ]; then
    fail "there is no camera $1; name a video (see --help)"
  else
    fail "there is no file or camera $1"
  fi
}

# The array `sink`: the screen, or a file as its name's end says.
set_sink() { # [OUTPUT]
  local good="Debian: gstreamer1.0-plugins-good"
  case $1 in
    '') sink=(autovideosink) ;;
    *.webm)
      need vp8enc "$good"
      need webmmux "$good"
      sink=(vp8enc deadline=1 cpu-used=4 threads=4 end-usage=cq cq-level=16
        target-bitrate=20000000 ! webmmux ! filesink location="$1")
      ;;
    *.mkv) # without loss
      need avenc_ffv1 "Debian: gstreamer1.0-libav"
      need matroskamux "$good"
      sink=(avenc_ffv1 ! matroskamux ! filesink location="$1")
      ;;
    *) fail "$1 must end in .webm or .mkv" ;;
  esac
  [ -z "$1" ] || [ -d "$(dirname "$1")" ] ||
    fail "there is no folder $(dirname "$1")"
}
