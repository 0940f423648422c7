; Commands.s -- what a line asks for, and does it.

        .include "ryg3.inc"

.if VERSION >= 9
        .export obey, typedMove, command
        .export doGo, doHelp, doMoves, doOff, doQuit
        .export doDepth, doTime, doSide, doUndo, doEval

        .import side, hply, ply, eval, max_depth, time_limit
        .import move_start, move_dest, move_end, hash_start, hash_dest
        .import computer_side, quits, line, line_length, number
        .import displayBoard, newGame, playMove, genMoves, findMove, takeBack
        .import evalBoard, readNumber, readSquare
        .import printText, textLo, textHi, printHex, printSquare, newLine
        .import txt_help, txt_unknown, txt_bad_number, txt_illegal, txt_nothing

        .segment "CODE"

; ---------------------------------------------------------------------------
; obey -- does what a line says: a command, or a move
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($00..$10)
; Out     -
; Uses    screen; = command, typedMove
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
obey:
        lda line_length
        beq @end
        lda line
        cmp #'.'
        beq @command
        jmp typedMove
@command:
        jmp command
@end:   rts

; ---------------------------------------------------------------------------
; typedMove -- makes the move that was typed, if it is one
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($01..$10)
; Out     -
; Uses    screen; = readSquare, genMoves, findMove, playMove, printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
typedMove:
        lda line_length
        cmp #$04
        bne @illegal
        ldx #$00
        jsr readSquare
        sta hash_start
        ldx #$02
        jsr readSquare
        sta hash_dest
        ldy #$00
        sty move_end
        jsr genMoves
        ldy #$00
        jsr findMove
        cpy #None
        beq @illegal
        jmp playMove
@illegal:
        say txt_illegal
        rts

; ---------------------------------------------------------------------------
; command -- does what a dot and a letter say
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($01..$10)
; Out     -
; Uses    screen; = displayBoard, doGo, doHelp, doMoves, newGame, doOff, doQuit,
;         doDepth, doTime, doSide, doUndo, doEval, printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
command:
        ldx #NumCommands - 1
        lda line_length
        cmp #$02
        bcc @unknown
        lda line + 1
@look:  cmp letters,x
        beq @found
        dex
        bpl @look
@unknown:
        say txt_unknown
        rts
@found: cpx #WithNumber
        bcs @do
        lda line_length
        cmp #$02
        bne @unknown            ; more behind a letter that stands alone
@do:    lda doers_hi,x
        pha
        lda doers_lo,x
        pha
        rts                     ; as a jump there

; ---------------------------------------------------------------------------
; doGo -- the computer plays the side to move from now on
; ---------------------------------------------------------------------------
doGo:
        lda side
        sta computer_side
        rts

; ---------------------------------------------------------------------------
; doOff -- the computer plays neither side
; ---------------------------------------------------------------------------
doOff:
        lda #None
        sta computer_side
        rts

; ---------------------------------------------------------------------------
; doQuit -- the program is to end
; ---------------------------------------------------------------------------
doQuit:
        lda #$ff
        sta quits
        rts

; ---------------------------------------------------------------------------
; doHelp -- all commands
; ---------------------------------------------------------------------------
doHelp:
        say txt_help
        rts

; ---------------------------------------------------------------------------
; doMoves -- prints the moves of the side to move
;
;   E1F2,E1D2
; ---------------------------------------------------------------------------
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
        bne @move
@end:   jmp newLine

; ---------------------------------------------------------------------------
; doDepth -- sets how deep the computer looks
; ---------------------------------------------------------------------------
doDepth:
        jsr readNumber
        bmi badNumber
        lda number
        beq badNumber
        cmp #MaxPlies + 1
        bcs badNumber
        sta max_depth
        rts

; ---------------------------------------------------------------------------
; doTime -- sets how long the computer thinks
; ---------------------------------------------------------------------------
doTime:
        jsr readNumber
        bmi badNumber
        lda number
        sta time_limit
        rts

badNumber:
        say txt_bad_number
        rts

; ---------------------------------------------------------------------------
; doSide -- the other side is to move
; ---------------------------------------------------------------------------
doSide:
        lda side
        eor #MouseSide ^ CatsSide
        sta side
        rts

; ---------------------------------------------------------------------------
; doUndo -- takes the last move back; the computer, which might make it again
;           at once, is off
; ---------------------------------------------------------------------------
doUndo:
        lda hply
        beq @nothing
        jsr takeBack
        lda #$00
        sta ply
        jmp doOff
@nothing:
        say txt_nothing
        rts

; ---------------------------------------------------------------------------
; doEval -- prints what the board is worth
; ---------------------------------------------------------------------------
doEval:
        jsr evalBoard
        lda #'$'
        jsr chrout
        lda eval
        jsr printHex
        jmp newLine

        .segment "RODATA"

; --- the letters, and what they do: those that take a number are the last -------
letters:        .byte "BGHMNOQSUEDT"
NumCommands     = * - letters
WithNumber      = NumCommands - 2

; One less than where each is: rts goes on behind the address it pulls.
.macro  allDoers byteOf
        .byte byteOf(displayBoard - 1), byteOf(doGo - 1), byteOf(doHelp - 1)
        .byte byteOf(doMoves - 1), byteOf(newGame - 1), byteOf(doOff - 1)
        .byte byteOf(doQuit - 1), byteOf(doSide - 1), byteOf(doUndo - 1)
        .byte byteOf(doEval - 1), byteOf(doDepth - 1), byteOf(doTime - 1)
.endmacro
doers_lo:       allDoers .lobyte
doers_hi:       allDoers .hibyte
.endif
