; multiply.s -- a byte times a byte: a routine to be tested.

        .export multiply, factor, other

; ---------------------------------------------------------------------------
; multiply -- X, A = A * X
;
; In      A                 any byte                              (any)
;         X                 any byte                              (any)
; Out     A         = (A * X) & $ff
;         X         = (A * X) >> 8
; Uses    factor; other
; Time    157..197
multiply:
        sta factor
        stx other
        lda #0                  ; A, factor: the product, shifted in from the left
        ldx #8
        lsr factor
@bit:   bcc @zero
        clc
        adc other
@zero:  ror a
        ror factor              ; C: the next bit of the factor
        dex
        bne @bit
        tax
        lda factor
        rts

        .bss
factor: .res 1
other:  .res 1
