#!/bin/sh
# Starts a release: `./vereinsportal start`, or any command of docs/operations.md by its name. It needs nothing but this folder.
set -eu

release=$(dirname "$(readlink -f "$0")")
home=$release
# Installed beside other versions: the data, the settings and the link `current` are two floors up.
if [ "$(basename "$(dirname "$release")")" = releases ]; then
  home=$(dirname "$(dirname "$release")")
  export VEREINSPORTAL_HOME="$home"
  run="$home/run"
  # What root writes here, the service could not change any more.
  owner=$(stat -c %u "$home")
  if [ "$owner" != 0 ] && [ "$owner" != "$(id -u)" ]; then
    echo "Bitte als der Benutzer ausführen, dem der Ordner $home gehört: sudo -u $(stat -c %U "$home") ./vereinsportal …" >&2
    exit 1
  fi
fi
export INIT_CWD="${INIT_CWD:-$PWD}"
cd "$home"

# Becomes Node with a program of this release and the settings of .env, which variables of the environment win over.
node() {
  if [ -f "$home/.env" ]; then set -- "--env-file=$home/.env" "$@"; fi
  exec env @server-environment@ "$release/bin/node" "$@"
}

# What Node may take for its heap is said before it reads any settings.
heap() {
  asked=${HEAP_MB:-}
  if [ -z "$asked" ] && [ -f "$home/.env" ]; then asked=$(sed -n "s/^HEAP_MB=['\"]\{0,1\}\([0-9]*\).*/\1/p" "$home/.env" | tail -n 1); fi
  case "$asked" in '' | *[!0-9]*) return ;; esac
  echo "--max-old-space-size=$asked"
}

server() {
  # Compiled code is kept where only the server's own user can write.
  if [ -n "${run:-}" ] && mkdir -p "$run/compiled" 2>/dev/null; then export NODE_COMPILE_CACHE="$run/compiled"; fi
  node @server-options@ $(heap) "$release/dist/server/main.js" "$@"
}

# Runs the server of the release that `current` names. SIGUSR1 starts it anew; while a living process is named in run/hold,
# which an update does, it stays stopped; while one is named in run/watch, an end of the server is not the end of this.
keep_running() {
  mkdir -p "$run"
  chmod 700 "$run"
  child=; again=; ending=
  trap 'rm -f "$run/launcher" "$run/server"' EXIT
  trap 'ending=1; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || :' TERM INT HUP
  trap 'again=1; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || :' USR1
  echo $$ >"$run/launcher"
  while :; do
    while [ -z "$ending" ] && held; do sleep 0.2; done
    if [ -n "$ending" ]; then exit 0; fi
    again=; rm -f "$run/port"
    READY_FILE="$run/port" "$home/current/vereinsportal" run "$@" &
    child=$!
    echo "$child" >"$run/server"
    code=0
    while :; do
      wait "$child" && code=0 || code=$?
      kill -0 "$child" 2>/dev/null || break
    done
    child=; rm -f "$run/server"
    # An update that watches may put the version before in its place, and says so by holding.
    while [ -z "$ending$again" ] && watched && ! held; do sleep 0.2; done
    if [ -n "$ending" ] || { [ -z "$again" ] && ! held; }; then exit "$code"; fi
  done
}

held() { named "$run/hold"; }
watched() { named "$run/watch"; }

# Whether a file names a living process.
named() {
  [ -s "$1" ] && kill -0 "$(cat "$1")" 2>/dev/null
}

name=${1:-}
[ $# -eq 0 ] || shift
case "$name" in
  start)
    if [ -z "${run:-}" ]; then server "$@"; fi
    if [ -s "$run/launcher" ] && grep -qs vereinsportal "/proc/$(cat "$run/launcher")/cmdline"; then
      echo "Das Vereinsportal in $home läuft schon." >&2
      exit 1
    fi
    keep_running "$@"
    ;;
  run) server "$@" ;;
  install)
    exec "$release/bin/node" "$release/dist/commands/install.js" "$@"
    ;;
  '' | *[!a-z:-]*) ;;
  *)
    file=$release/dist/commands/$(echo "$name" | tr : -).js
    if [ -f "$file" ]; then node "$file" "$@"; fi
    ;;
esac
echo "So wird das Vereinsportal bedient: ./vereinsportal start, oder ein Befehl:" >&2
ls "$release/dist/commands" | sed -n 's/^\([a-z-]*\)\.js$/  \1/p' | sed 's/mail-test/mail:test/; s/check-all/check:all/' >&2
exit 1
