; Absolute value by a difference from zero.

abs:
        ora #0
        bpl @done
        sta value
        lda #0
        sec
        sbc value
@done:
        rts

        .zeropage
value:  .res 1
