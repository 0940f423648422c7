; 8 x 8 multiply by squares: x * y = f(x + y) - f(|x - y|) with f(n) = n * n / 4.

; ---------------------------------------------------------------------------
; product -- multiplies two bytes
;
; In      X         one factor                                  (any)
;         Y         the other                                   (any)
; Out     A         low byte of the product
;         X         high byte
; Uses    Y; other; low
; Time    61..71
; ---------------------------------------------------------------------------
product:
        sty other
        txa
        sec
        sbc other
        bcs @apart
        eor #$ff
        adc #1
@apart:
        tay
        txa
        clc
        adc other
        tax
        bcc @below
        lda lows + 256,x        ; the carry is set
        sbc lows,y
        sta low
        lda highs + 256,x
        sbc highs,y
        tax
        lda low
        rts
@below:
        sec
        lda lows,x
        sbc lows,y
        sta low
        lda highs,x
        sbc highs,y
        tax
        lda low
        rts

        .zeropage
other:  .res 1
low:    .res 1

        .rodata
lows:
        .repeat 511, n
        .byte <(n * n / 4)
        .endrepeat
highs:
        .repeat 511, n
        .byte >(n * n / 4)
        .endrepeat
