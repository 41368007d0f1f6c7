#!/bin/sh
# A toy engine for chess that moves a knight out and back, and misbehaves as its first word says, from its third move on.
# Only builtins: it starts in a millisecond and needs nothing installed.
mode=${1:-good}
while IFS= read -r line; do
    case $line in
    uci)
        [ "$mode" = mute ] && continue
        echo 'id name toy'
        echo 'option name Hash type spin default 1 min 1 max 16'
        echo 'uciok'
        ;;
    isready) [ "$mode" = mute ] || echo 'readyok' ;;
    position*)
        set -- $line
        if [ $# -gt 3 ]; then plies=$(($# - 3)); else plies=0; fi
        ;;
    go*)
        case $((plies % 4)) in
        0) move=b1c3 ;;
        1) move=b8c6 ;;
        2) move=c3b1 ;;
        3) move=c6b8 ;;
        esac
        if [ $plies -ge 4 ]; then
            case $mode in
            silent) continue ;;
            slow) sleep 1 ;;
            crash) exit 3 ;;
            fault) kill -SEGV $$ ;;
            illegal) move=e2e5 ;;
            malformed) move='()' ;;
            none) move='(none)' ;;
            closed)
                exec 1>&-
                continue
                ;;
            orphan)
                sleep 1000 >/dev/null &
                exit 0
                ;;
            garbage)
                printf '\001\377\000{[}\r\n\n\nbestmov e2e4\ninfo depth x score cp\ninfo score mate\nnobestmove e2e4\n'
                ;;
            chatty)
                i=0
                while [ $i -lt 3000 ]; do
                    echo "info depth $i seldepth $i score cp $i nodes $i pv e2e4 e7e5 string string string string"
                    i=$((i + 1))
                done
                ;;
            twice) move="$move
bestmove a2a3" ;;
            flood) while :; do echo 'info string still thinking'; done ;;
            esac
        fi
        echo 'info depth 2 score cp 13 nodes 40 pv a2a3'
        echo 'info depth 3 score cp -50 lowerbound nodes 50'
        echo "bestmove $move"
        ;;
    quit) [ "$mode" = stubborn ] || exit 0 ;;
    esac
done
[ "$mode" = stubborn ] && while :; do sleep 1; done
exit 0
