; Game.s -- the interactive program: whose turn it is, and who has won.

        .include "ryg3.inc"

.if VERSION >= 9
        .export play, newGame, gameResult, computerMove, playMove
        .export computer_side, quits, MouseWins, CatsWin

MouseWins = $01
CatsWin   = $ff
LongGame  = 256 - MaxPlies      ; moves of a game: the search needs the others

; ---------------------------------------------------------------------------
; play -- one game after another, until a player quits
;
; In      (thinks), (clock), (random), (tables), (history)
; Out     quits             not 0                                   ($ff)
; Uses    screen; = newGame, gameResult, computerMove, prompt, obey, printText
; Time    keys
play:
        copy #$00, quits
        jsr newGame
@turn:  jsr gameResult
        tax
        beq @goesOn
        bmi @cats
        say txt_mouse_wins
        jmp @again
@cats:  say txt_cats_win
@again: jsr newGame
@goesOn:
        lda side
        cmp computer_side
        beq @computer
        jsr prompt
        jsr obey
        lda quits
        beq @turn
        rts
@computer:
        jsr computerMove
        jmp @turn

; ---------------------------------------------------------------------------
; newGame -- the start of a game, on the screen too; the computer is off
;
; In      (random)
; Out     computer_side     None                                    ($ff)
; Uses    screen; = initBoard, displayBoard
; Time    printing
newGame:
        copy #None, computer_side
        jsr initBoard
        jmp displayBoard

; ---------------------------------------------------------------------------
; gameResult -- who has won?
;
; In      (turn), (history)
; Out     A                 $00: nobody yet; MouseWins; CatsWin  ($00..$01|$ff)
; Uses    X, Y; stack 4; = genMoves
; Time    17..730
gameResult:
        lda square_of + Mouse
        cmp #Rank8
        bcs @mouse
        copy #$00, move_end
        jsr genMoves
        lda move_end
        bne @nobody
        lda side
        bne @mouse
        lda #CatsWin
        rts
@mouse: lda #MouseWins
        rts
@nobody:
        lda #$00
        rts

; ---------------------------------------------------------------------------
; computerMove -- thinks, moves and shows it
;
; In      (turn), (game), (thinks), (clock), (random), (tables)
; Uses    screen; = think, playMove, printText, printSquare, newLine,
;         displayBoard
; Time    printing
computerMove:
        jsr think
        say txt_computer
        ldx used_depth
        lda best_start,x
        sta hash_start
        jsr printSquare
        ldx used_depth
        lda best_dest,x
        sta hash_dest
        jsr printSquare
        jsr newLine
        jsr playMove
        jmp displayBoard

; ---------------------------------------------------------------------------
; playMove -- makes a move of the game
;
;   When the list of moves made is full, it refuses, and the computer is off.
;
; In      hash_start        the move                                (piece)
;         hash_dest         -                                       (empty)
;         (turn), (game), (hashed), (random)
; Out     computer_side     None if it refuses
; Uses    A; screen; = makeMove, printText
; Time    printing
playMove:
        lda hply
        cmp #LongGame
        bcs @tooLong
        copy hash_start, mv_start
        copy hash_dest, mv_dest
        jsr makeMove
        lda #$00
        sta ply                 ; it is no move of a search
        rts
@tooLong:
        copy #None, computer_side
        say txt_too_long
        rts

        .segment "DATA"

computer_side:  .res 1          ; the side that the computer plays; None
quits:          .res 1          ; not 0: the program is to end
.endif
