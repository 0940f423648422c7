; Actions.s -- what the commands do.

        .include "ryg3.inc"

.if VERSION >= 9
        .export doGo, doHelp, doMoves, doOff, doQuit, doSide, doUndo
        .export doDepth, doTime

; ---------------------------------------------------------------------------
; doGo -- the computer plays the side to move from now on
;
; In      side              who is to move                          (any)
; Out     computer_side     side
; Uses    A
; Time    14..14
doGo:
        copy side, computer_side
        rts

; ---------------------------------------------------------------------------
; doOff -- the computer plays neither side
;
; Out     computer_side     None                                    ($ff)
; Uses    A
; Time    12..12
doOff:
        copy #None, computer_side
        rts

; ---------------------------------------------------------------------------
; doQuit -- the program is to end
;
; Out     quits             not 0                                   ($ff)
; Uses    A
; Time    12..12
doQuit:
        copy #$ff, quits
        rts

; ---------------------------------------------------------------------------
; doHelp -- all commands
;
; Uses    screen; = printText
; Time    printing
doHelp:
        say txt_help
        rts

; ---------------------------------------------------------------------------
; doMoves -- prints the moves of the side to move
;
;   E1F2,E1D2
;
; In      (pieces)
;         side              who is to move, and can                 (mover)
;         (history)
; Uses    A, X, Y; screen; = genMoves, printSquare, newLine
; Time    printing
doMoves:
        ldx #$00
        stx move_end
        jsr genMoves
        ldx #$00
@move:  lda move_start,x
        jsr printSquare
        lda move_dest,x
        jsr printSquare
        inx
        cpx move_end
        beq @end
        lda #','
        jsr chrout
        jmp @move
@end:   jmp newLine

; ---------------------------------------------------------------------------
; doDepth -- sets how deep the computer looks
;
; In      (typed)
;         max_depth         so far                                  (any)
; Out     max_depth         the digit, if it is one of 1..9
; Uses    A, X; screen; = readDigit, printText
; Time    printing
doDepth:
        jsr readDigit
        tax
        beq badNumber
        bmi badNumber
        stx max_depth
        rts

; ---------------------------------------------------------------------------
; doTime -- as doDepth, with time_limit for max_depth
doTime:
        jsr readDigit
        tax
        bmi badNumber
        stx time_limit
        rts

badNumber:
        say txt_bad_number
        rts

; ---------------------------------------------------------------------------
; doSide -- the other side is to move
;
; In      side              who is to move                          ($00..$01)
; Out     side              the other one                           ($00..$01)
; Uses    A
; Time    16..16
doSide:
        lda side
        eor #MouseSide ^ CatsSide
        sta side
        rts

; ---------------------------------------------------------------------------
; doUndo -- takes the last move back; the computer, which might make it again
;           at once, is off
;
; In      (pieces)
;         hply              moves made in the game                  (any)
;         ply               -                                       (any)
;         (made)
;         side              who is to move                          (any)
;         computer_side     the side that the computer plays        (any)
;         (hashed), (random)
; Uses    computer_side; screen; = takeBack, doOff, printText
; Time    printing
doUndo:
        lda hply
        beq @nothing
        jsr takeBack
        copy #$00, ply
        jmp doOff
@nothing:
        say txt_nothing
        rts
.endif
