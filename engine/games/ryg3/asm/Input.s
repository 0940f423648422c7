; Input.s -- lines from the keyboard, and what is read in them.

        .include "ryg3.inc"

.if VERSION >= 9
        .export line, LineSize
        .export prompt, readLine, readDigit, readSquare

LineSize = 16                   ; more characters than any command has

; ---------------------------------------------------------------------------
; prompt -- says whose turn it is and waits for a line
;
; In      side              who is to move                          ($00..$01)
; Out     line              what was typed
;         line_length       how many characters                     ($00..$10)
; Uses    A, X, Y; screen; = printText, readLine
; Time    keys
prompt:
        lda side
        bne @cats
        say txt_mouse
        jmp readLine
@cats:  say txt_cats
        jmp readLine

; ---------------------------------------------------------------------------
; readLine -- takes keys up to RETURN and echoes them; DEL takes one back
;
;   Other keys than letters, digits and signs are not heard, nor are those for
;   which the line has no room.
;
; Out     line              the characters
;         line_length       how many                                ($00..$10)
; Uses    A, X, Y; screen; = newLine
; Time    keys
readLine:
        copy #$00, line_length
@key:   jsr getin
        cmp #$00                ; nothing in the keyboard's buffer
        beq @key
        cmp #Return
        beq @end
        ldx line_length
        cmp #Delete
        beq @delete
        cmp #' '
        bcc @key
        cmp #'Z' + 1
        bcs @key
        cpx #LineSize
        bcs @key
        sta line,x
        inc line_length
        jsr chrout
        jmp @key
@delete:
        cpx #$00
        beq @key
        dec line_length
        jsr chrout
        jmp @key
@end:   jmp newLine

; ---------------------------------------------------------------------------
; readDigit -- the digit after a command's letter, if the line ends there
;
; In      (typed)
; Out     A                 its value; $ff: no such digit       ($00..$09|$ff)
; Uses    -
; Time    17..28
readDigit:
        lda line_length
        cmp #$03
        bne @none
        lda line + 2
        sec
        sbc #'0'
        cmp #10
        bcc @end
@none:  lda #$ff
@end:   rts

; ---------------------------------------------------------------------------
; readSquare -- a square in the line: file, then rank
;
; In      X                 where it begins                         ($00..$0e)
;         line              what was typed                          ($20..$5a)
; Out     A                 the square; $ff: it is none       ($00..$3f|$ff)
; Uses    $02
; Time    21..42
readSquare:
        lda line + 1,x
        sec
        sbc #'1'
        cmp #Side
        bcs @none
        asl
        asl
        asl
        sta piece               ; here: the first square of the rank
        lda line,x
        sec
        sbc #'A'
        cmp #Side
        bcs @none
        ora piece
        rts
@none:  lda #None
        rts

        .segment "DATA"

line:           .res LineSize
        bytes line_length
.endif
