#!/bin/sh
# Shows a game of an engine against itself on 9x9, from the first move to the
# score: sh game.sh ENGINE [ARGUMENT...]
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && mkfifo "$dir/to" "$dir/from" || exit 1
"$@" <"$dir/to" >"$dir/from" &
exec 3>"$dir/to" 4<"$dir/from"

# ask sends a command and keeps the reply without its "= ".
ask() {
	printf '%s\n' "$1" >&3
	IFS= read -r reply <&4 || exit 1
	while IFS= read -r line <&4 && test -n "$line"; do
		reply="$reply
$line"
	done
	reply=${reply#= }
}

for command in 'boardsize 9' clear_board 'komi 7'; do
	ask "$command"
done
moves=0 passes=0 color=black
while test $passes -lt 2 && test $moves -lt 300; do
	ask "genmove $color"
	printf '%s ' "$reply"
	case $reply in pass) passes=$((passes + 1)) ;; *) passes=0 ;; esac
	case $color in black) color=white ;; *) color=black ;; esac
	moves=$((moves + 1))
	if test $((moves % 10)) -eq 0 || test $passes -eq 2; then
		ask showboard
		printf '%s\n' "$reply"
	fi
done
ask final_score
echo "result: $reply"
ask quit
