#!/bin/sh
# Fetches what the tests with real clients need, and says in a line each what it
# has to leave out. It does not fail: go test skips what is not there.

cd "$(dirname "$0")" || exit
log=$(mktemp) && trap 'rm -f "$log"' EXIT

left_out() { echo "left out: $1 ($2)"; }

# as_root runs a command as root, if that goes without asking for a password.
as_root() {
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy \
		-o DPkg::Lock::Timeout=60 -o Acquire::http::Timeout=30 "$@"
}

fetch_gnugo() {
	what='games against GNU Go'
	if [ -x /usr/games/gnugo ] || command -v gnugo >"$log"; then
		return
	elif ! command -v apt-get >"$log"; then
		left_out "$what" 'gnugo is not installed, and there is no apt-get to do it'
	elif ! as_root true 2>"$log"; then
		left_out "$what" 'gnugo is not installed, and only root may install it'
	elif ! { apt update; apt install gnugo; } >"$log" 2>&1; then
		left_out "$what" "apt-get could not install gnugo: $(grep '^E: ' "$log" | head -n 1)"
	fi
}

fetch_sabaki() {
	what="the client of Sabaki"
	if ! command -v node >"$log"; then
		left_out "$what" 'node is not installed'
	elif cmp -s package-lock.json node_modules/.fetched; then
		return
	elif ! command -v npm >"$log"; then
		left_out "$what" 'npm is not installed'
	elif ! npm ci --no-audit --no-fund --ignore-scripts --loglevel=error --fetch-retries=2 \
		--fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 --fetch-timeout=30000 >"$log" 2>&1; then
		left_out "$what" "npm could not fetch its packages: $(grep -i 'err' "$log" | head -n 1)"
	else
		cp package-lock.json node_modules/.fetched
	fi
}

fetch_gnugo
cd sabaki && fetch_sabaki
exit 0
