; 8 x 8 multiply: the product comes in from above, a bit of one factor at a time.

; ---------------------------------------------------------------------------
; mul8 -- multiplies two bytes
;
; In      X         one factor                                  (any)
;         Y         the other                                   (any)
; Out     A         low byte of the product
;         X         high byte
; Uses    Y; factor; low
; Time    157..197
; ---------------------------------------------------------------------------
mul8:
        stx factor
        sty low
        lda #0
        ldy #8
        lsr low
@bit:
        bcc @next
        clc
        adc factor
@next:
        ror a
        ror low
        dey
        bne @bit
        tax
        lda low
        rts

        .zeropage
factor: .res 1
low:    .res 1
