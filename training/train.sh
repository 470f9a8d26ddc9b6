#!/bin/sh
# Learns the weights of the net from labelled games: make train DATA=FOLDERS.
#
#   sh training/train.sh FOLDERS [ARGUMENTS OF train.py]
#
# Fetches python3-torch, Debian's package, if it is not there. All that is made lies in
# dist/net; the weights of the engine and their log, in internal/net, are put in the end.
set -eu
if [ -z "${1-}" ]; then
	echo "make train DATA=FOLDERS: the folders of labelled games, with commas between" >&2
	exit 2
fi
data=$1
shift
python=/usr/bin/python3
if ! $python -c 'import torch, numpy' 2>/dev/null; then
	echo "installing python3-torch"
	as_root() {
		if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
	}
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy update
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy install python3-torch python3-numpy
fi
mkdir -p dist/net
rm -rf dist/net/arrays
go run ./training/positions -data "$data" -out dist/net/arrays
$python training/train.py dist/net/arrays --out dist/net "$@"
{
	echo "in whole numbers, as the engine computes:"
	go run ./training/measure -data "$data" -net dist/net/weights.bin
} >dist/net/measured.txt
cat dist/net/measured.txt >>dist/net/weights.log
cp dist/net/weights.bin dist/net/weights.log internal/net/
tail -n 30 dist/net/weights.log
