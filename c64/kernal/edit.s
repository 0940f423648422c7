; Changing what stands in a line, and reading it back as input.
        .include "kernal.inc"
        .include "delay.inc"
        .export deleteChar, insertChar, readScreen, hideCursor
        .import previousLine, screenOut, quote

waitDelete  = 16                ; so that they take the time that they take on a C64

        .segment "TAPE"
; ---------------------------------------------------------------------------
; deleteChar -- DEL: the rest of the line moves one to the left
;
; At the start of a line the character at the end of the line above goes.
; Uses    A, X, Y
deleteChar:
        ldy PNTR
        bne @move
        lda TBLX
        beq @end
        jsr previousLine
        ldy PNTR
        jmp @wipe
@move:  cpy #columns
        bne :+
        dec TBLX
        bcs :++                 ; always
:       nops 9
:       dey
        sty PNTR
        delay waitDelete
        ldy PNTR
:       iny
        lda (USER),y
        dey
        sta (USER),y
        iny
        lda (PNT),y
        dey
        sta (PNT),y
        iny
        cpy LNMX
        bne :-
@wipe:  lda COLOR
        sta (USER),y
        lda #blank
        sta (PNT),y
@end:   rts

; ---------------------------------------------------------------------------
; insertChar -- INST: room for a character at the cursor, if the line has any
; Uses    A, X, Y
insertChar:
        nops 4
        ldy LNMX
        lda (PNT),y
        cmp #blank
        bne @end
        beq @full
:       dey
        lda (USER),y
        iny
        sta (USER),y
        dey
        lda (PNT),y
        iny
        sta (PNT),y
        dey
@full:  cpy PNTR
        bne :-
        lda COLOR
        sta (USER),y
        lda #blank
        sta (PNT),y
        inc INSRT
@end:   rts

; ---------------------------------------------------------------------------
; readScreen -- the next character of an input line
;
; Out     A         PETSCII; 13 after the last one, and the line is done
; Uses    X, Y
readScreen:
        ldy PNTR
        cpy INDX
        bcs @end
        inc PNTR
        lda (PNT),y
        tay
        and #$7f                ; reverse reads as plain
        jsr quote
        cmp #$20
        bcc @letter             ; $00-$1f: $40
        cmp #$40
        bcc @done               ; $20-$3f as it is
        cmp #$60
        bcc @graphic            ; $40-$5f: $c0
        clc                     ; $60-$7f: $a0
        adc #$40
        rts
@graphic:
        ora #$80
        rts
@letter:
        ora #$40
@done:  rts
@end:   lda #0
        sta CRSW
        lda DFLTN
        cmp #3
        beq :+
        lda #13                 ; the line is left on the screen
        jsr screenOut
:       lda #13
        rts

; ---------------------------------------------------------------------------
; hideCursor -- put back what the cursor covers and stop its blinking
; Uses    A, Y
hideCursor:
        lda #1
        sta BLNSW
        lda BLNON
        beq :+
        lda #0
        sta BLNON
        ldy PNTR
        lda GDCOL
        sta (USER),y
        lda GDBLN
        sta (PNT),y
:       rts
