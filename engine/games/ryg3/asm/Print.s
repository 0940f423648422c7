; Print.s -- texts, numbers and moves on the screen.

        .include "ryg3.inc"

        .export printText, printHex, printSquare, newLine

; ---------------------------------------------------------------------------
; printText -- prints characters up to a $00
;
; In      textLo/Hi         where they are                          (text)
; Uses    A, Y; $fd/$fe; screen
; Time    printing
; Native  prints the text
printText:
        copy textLo, pointer
        copy textHi, pointer + 1
        ldy #$00
@character:
        lda (pointer),y
        beq @end
        jsr chrout
        iny
        bne @character          ; always: no text is that long
@end:   rts

; ---------------------------------------------------------------------------
; printHex -- prints a byte in two digits
;
; In      A                 the byte                                (any)
; Uses    A; stack 3; screen
; Time    printing
; Native  prints {:02X}
printHex:
        pha
        lsr
        lsr
        lsr
        lsr
        jsr @digit
        pla
        and #%00001111
@digit: cmp #10
        bcc @below10
        adc #'A' - '9' - 2      ; and the carry
@below10:
        adc #'0'
        jmp chrout

; ---------------------------------------------------------------------------
; printSquare -- prints a square: file, then rank
;
; In      A                 the square                              ($00..$3f)
; Uses    A; stack 3; screen
; Time    printing
; Native  engine::ryg3::to_text
printSquare:
        pha
        and #Side - 1
        clc
        adc #'A'
        jsr chrout
        pla
        lsr
        lsr
        lsr
        clc
        adc #'1'
        jmp chrout

; ---------------------------------------------------------------------------
; newLine -- ends a line
;
; Uses    A; screen
; Time    printing
; Native  prints RETURN
newLine:
        lda #Return
        jmp chrout

        .segment "DATA"

        bytes textLo, textHi
