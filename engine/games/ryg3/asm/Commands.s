; Commands.s -- what a line that was typed asks for.

        .include "ryg3.inc"

.if VERSION >= 9
        .export obey, typedMove, command

; ---------------------------------------------------------------------------
; obey -- executes a line: a command or a move
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($00..$10)
;         (turn), (game), (made), (limits), (hashed), (random), (slots)
;         (history)
; Uses    screen; = command, typedMove
; Time    printing
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
;         (turn), (game), (hashed), (random), (history)
; Uses    screen; = readSquare, genMoves, findMove, playMove, printText
; Time    printing
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
; command -- executes a command: a dot and a letter
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($01..$10)
;         (turn), (game), (made), (limits), (hashed), (random), (slots)
;         (history)
; Uses    A, X; quits; screen; = displayBoard, doGo, doHelp, doMoves,
;         newGame, doOff, doQuit, doDepth, doTime, doSide, doUndo,
;         testHashPositions, printHistory, printText
; Time    printing
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
        bne @unknown            ; more after a letter that stands alone
@do:    lda doers_hi,x
        pha
        lda doers_lo,x
        pha
        rts                     ; as a jump there

        .segment "RODATA"

; --- the letters, and what they do: those that take a number are the last ----
letters:        .byte "BGHMNOQSUE"
.if VERSION >= 11
                .byte "F"
.endif
                .byte "DT"
NumCommands     = * - letters
WithNumber      = NumCommands - 2

; Handler addresses minus 1: rts returns to the pulled address plus 1.
.macro  allDoers byteOf
        .byte byteOf(displayBoard - 1), byteOf(doGo - 1), byteOf(doHelp - 1)
        .byte byteOf(doMoves - 1), byteOf(newGame - 1), byteOf(doOff - 1)
        .byte byteOf(doQuit - 1), byteOf(doSide - 1), byteOf(doUndo - 1)
        .byte byteOf(testHashPositions - 1)
.if VERSION >= 11
        .byte byteOf(printHistory - 1)
.endif
        .byte byteOf(doDepth - 1), byteOf(doTime - 1)
.endmacro
doers_lo:       allDoers .lobyte
doers_hi:       allDoers .hibyte
.endif
