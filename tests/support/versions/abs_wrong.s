; Absolute value that keeps to seven bits.

abs:
        cmp #$80
        bcc @done
        eor #$ff
        adc #0
        bpl @done
        lda #$7f
@done:
        rts
