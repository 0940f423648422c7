; Input.s -- a line from the keyboard, and the move in it.

        .include "perfecto.inc"

        .export prompt, findMove, readSquare, line, lineLength

        .import side, numMoves, moveFrom, moveTo
        .import printText, textLo, textHi

LineSize = 8

        .segment "CODE"

; ---------------------------------------------------------------------------
; prompt -- says whose turn it is and takes keys up to RETURN
;
;   Letters, digits and signs are heard while the line has room; DEL takes one
;   back.
;
; In      side              who is to move                          ($00..$01)
; Out     line              what was typed
;         lineLength        how many characters                     ($00..$08)
; Uses    A, X, Y; screen; = printText
; Time    keys
prompt:
        lda side
        bne @cats
        say txtMouse
        jmp @begin
@cats:  say txtCats
@begin: lda #$00
        sta lineLength
@key:   jsr getin
        cmp #$00
        beq @key
        cmp #Return
        beq @end
        ldx lineLength
        cmp #Delete
        beq @delete
        cmp #' '
        bcc @key
        cmp #'Z' + 1
        bcs @key
        cpx #LineSize
        bcs @key
        sta line,x
        inc lineLength
        jsr chrout
        jmp @key
@delete:
        cpx #$00
        beq @key
        dec lineLength
        jsr chrout
        jmp @key
@end:   jmp chrout

; ---------------------------------------------------------------------------
; findMove -- which of the moves the line says
;
; In      line              what was typed                          ($20..$5a)
;         lineLength        how many characters                     ($00..$08)
;         numMoves          how many there are                      ($01..$08)
;         moveFrom          by move                                 ($00..$1f)
;         moveTo            by move                                 ($00..$1f)
; Out     A                 the move; $ff: none of them       ($00..$07|$ff)
; Uses    X; imFrom; stack 2; = readSquare
; Time    18..401
findMove:
        lda lineLength
        cmp #$04
        bne @none
        ldx #$00
        jsr readSquare
        sta imFrom
        ldx #$02
        jsr readSquare
        ldx numMoves
@next:  dex
        bmi @none
        cmp moveTo,x
        bne @next
        pha
        lda imFrom
        cmp moveFrom,x
        beq @found
        pla
        jmp @next
@found: pla
        txa
        rts
@none:  lda #$ff
        rts

; ---------------------------------------------------------------------------
; readSquare -- a dark square in the line: file, then rank
;
; In      X                 where it begins                         ($00..$06)
;         line              what was typed                          ($20..$5a)
; Out     A                 the square; $ff: it is none       ($00..$1f|$ff)
; Uses    Y; imFile
; Time    21..58
readSquare:
        lda line,x
        sec
        sbc #'A'
        cmp #$08
        bcs @none
        sta imFile
        lda #'8' + 1            ; C is clear
        sbc line + 1,x
        cmp #$08
        bcs @none
        tay                     ; the row
        eor imFile
        lsr
        bcs @none               ; a light square
        tya
        asl
        asl
        lsr imFile
        ora imFile
        rts
@none:  lda #$ff
        rts

        .segment "RODATA"

txtMouse:       .byte "MOUSE: ", $00
txtCats:        .byte "CATS: ", $00

        .segment "DATA"

line:           .res LineSize
lineLength:     .res 1
imFrom:         .res 1
imFile:         .res 1
