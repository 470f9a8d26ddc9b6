#!/bin/sh
# Lets programs with a window play with the engine, on a display of its own,
# without anybody's help:
#
#   gui.sh ENGINE FOLDER
#
# Quarry and qGo each play a game on 5x5 of the engine against itself; what the
# engine said and a picture of the window go to FOLDER. Missing programs are
# fetched by apt where that may be; what is left out is said. The exit status is
# 1 if a program that ran did not play its game to the end.

engine=$(realpath "$1") && mkdir -p "$2" && out=$(realpath "$2") || exit 2
flags='--rules jungo --threads 1 --time 0 --playouts 200 --noresign --log-level error'

home=$(mktemp -d)
pids=
trap 'kill $pids 2>/dev/null; rm -rf "$home"' EXIT
export HOME="$home" XDG_CONFIG_HOME="$home/.config" LC_ALL=C.UTF-8 PATH="$PATH:/usr/games"

left_out() { echo "left out: $1 ($2)"; }

as_root() {
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# have fetches the package of a program that is not there.
have() {
	command -v "$1" >/dev/null && return
	command -v apt-get >/dev/null && as_root true 2>/dev/null || return
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy -o DPkg::Lock::Timeout=60 \
		-o Acquire::http::Timeout=30 install "$2" >"$home/apt.log" 2>&1
	command -v "$1" >/dev/null
}

# window waits for a window whose title matches, and gives it the keyboard. Windows
# that come and go meanwhile make both steps fail now and then.
window() {
	n=0
	until id=$(xdotool search --onlyvisible --name "$1" 2>"$home/xdotool.err" | head -n 1) && [ -n "$id" ] &&
		sleep 1 && xdotool windowfocus "$id" 2>"$home/xdotool.err"; do
		n=$((n + 1)) && [ $n -lt 30 ] && sleep 1 || return
	done
	sleep 1
}

# finished waits for the two passes that end a game, by a file of replies.
finished() {
	n=0
	until [ "$(grep -ci '^ *=[0-9]* pass' "$1")" -ge 2 ]; do
		n=$((n + 1)) && [ $n -lt 90 ] && sleep 1 || return
	done
	sleep 2 # for the window to show it
}

# verdict says how a game went: NAME, file of replies, 0 if it was finished.
verdict() {
	import -window root "$out/$1.png"
	moves=$(grep -ciE '^ *=[0-9]* ([a-hj][1-9]|pass)$' "$2")
	if [ "$3" = 0 ] && ! grep -q '^ *?' "$2"; then
		echo "$1: a game of $moves moves; see $out/$1.png and $out/$1.log"
	else
		echo "$1: FAILED after $moves moves; see $out/$1.png and $out/$1.log"
		failed=1
	fi
}

# record makes the engine's replies to a program go to a file, too.
record() {
	: >"$out/$1.log"
	printf '#!/bin/sh\n"%s" "$@" | tee -a "%s"\n' "$engine" "$out/$1.log" >"$home/gnugo"
	chmod +x "$home/gnugo"
}

# play_quarry needs three keys: new game, forward, play. Both sides are the
# engine by its settings.
play_quarry() {
	cat >"$HOME/.quarry" <<-END
		[GTP Engine "gtpgo"]
		Screen name format = "%n"
		Name = "gtpgo"
		Command line = "$home/gnugo $flags"
		Supported games = "Go"

		[New Game Parameters]
		Game = "Go"
		White is computer = true
		Engine playing white = "gtpgo"
		Black is computer = true
		Engine playing black = "gtpgo"

		[New Go Game Parameters]
		Board size = 5
		Komi = 0.5
	END
	record quarry
	quarry >"$home/quarry.err" 2>&1 &
	pid=$! pids="$pids $!"
	window 'Quarry Control Center' && xdotool key Return &&
		window 'New Game' && xdotool key alt+f && sleep 1 && xdotool key alt+p
	finished "$out/quarry.log"
	verdict quarry "$out/quarry.log" $?
	kill $pid
}

# play_qgo needs Ctrl+N and Return. It reads the moves of an engine only if the
# file is called gnugo.
play_qgo() {
	mkdir -p "$XDG_CONFIG_HOME/qGo"
	cat >"$XDG_CONFIG_HOME/qGo/qGo.conf" <<-END
		[General]
		COMPUTER_PLAYS_BLACK=true
		COMPUTER_PLAYS_WHITE=true
		EDIT_SIZE=5
		EDIT_KOMI=0.5
		EDIT_HANDICAP=0

		[ENGINES]
		1\\path=$home/gnugo
		1\\args=$flags
		size=1
	END
	record qgo
	qgo >"$home/qgo.err" 2>&1 &
	pid=$! pids="$pids $!"
	window '^qGo' && xdotool key ctrl+n && window '^Dialog' && xdotool key Return
	finished "$out/qgo.log"
	verdict qgo "$out/qgo.log" $?
	kill $pid
}

for need in Xvfb:xvfb xdotool:xdotool import:imagemagick; do
	have "${need%:*}" "${need#*:}" || { left_out 'programs with a window' "no ${need%:*}"; exit 0; }
done
Xvfb -displayfd 3 -screen 0 1100x900x24 3>"$home/display" 2>"$home/xvfb.err" &
pids=$!
n=0
until [ -s "$home/display" ]; do
	n=$((n + 1)) && [ $n -lt 20 ] && sleep 1 || { left_out 'programs with a window' 'Xvfb does not start'; exit 0; }
done
DISPLAY=:$(cat "$home/display") && export DISPLAY

failed=0
for program in quarry qgo; do
	if have $program $program; then play_$program; else left_out $program 'it is not installed, nor can apt-get do it'; fi
done
exit $failed
