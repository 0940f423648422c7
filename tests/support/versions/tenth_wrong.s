; Division by ten by 26 / 256, which is too much from 69 on, now and then.

tenth:
        sta number
        stx kept
        ldx #0
        stx high
        lda #0
        ldx #26
@add:
        clc
        adc number
        bcc @same
        inc high
@same:
        dex
        bne @add
        lda high
        ldx kept
        rts

        .zeropage
number: .res 1
high:   .res 1
kept:   .res 1
