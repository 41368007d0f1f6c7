#!/bin/sh
# A toy engine of the XBoard protocol that moves a knight out and back in chess, or an edge pawn on and on in fourkings,
# whose ranks it counts from 0. It misbehaves as its first word says, from its third move on.
mode=${1:-good}
game=chess
games=0
ping=1
[ $mode = stale ] && ping=0
own=0
answer() {
    if [ $own -ge 2 ]; then
        case $mode in
        resign)
            echo 'resign'
            return
            ;;
        stale) # no ping, and the result of the first game after its end
            if [ $games = 1 ]; then
                printf 'resign\n0-1 {White resigns}\n1/2-1/2 {stale}\n'
                return
            fi
            ;;
        claim)
            echo '1/2-1/2 {Draw by wishful thinking}'
            return
            ;;
        refuse)
            echo 'Illegal move: e2e4'
            return
            ;;
        illegal)
            echo 'move e2e5'
            return
            ;;
        esac
    fi
    if [ $game = fourkings ]; then
        if [ $white = 1 ]; then move=j$((own + 2))j$((own + 3)); else move=a$((7 - own))a$((6 - own)); fi
    else
        case $white$((own % 2)) in
        10) move=g1f3 ;;
        11) move=f3g1 ;;
        00) move=g8f6 ;;
        01) move=f6g8 ;;
        esac
    fi
    own=$((own + 1))
    echo "2 -31 4 77 $move"
    echo "move $move"
}
while IFS= read -r line; do
    case $line in
    protover*)
        echo 'feature done=0'
        echo 'feature ping='$ping' setboard=1 usermove=1 memory=1 myname="toy, with a comma"'
        echo 'feature variants="chess,fourkings" option="Style -combo calm /// *wild" done=1'
        ;;
    ping*) echo "pong ${line#ping }" ;;
    new)
        games=$((games + 1))
        own=0
        seen=0
        forced=0
        game=chess
        ;;
    variant*) game=${line#variant } ;;
    force) forced=1 ;;
    go)
        forced=0
        if [ $((seen % 2)) = 0 ]; then white=1; else white=0; fi
        answer
        ;;
    usermove*)
        seen=$((seen + 1))
        [ $forced = 1 ] || answer
        ;;
    quit) exit 0 ;;
    esac
done
