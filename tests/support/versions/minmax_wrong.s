; Two bytes in order, as if they had signs.

minmax:
        lda first
        sec
        sbc second
        bvc @sign
        eor #$80
@sign:
        bmi @done
        lda first
        ldx second
        stx first
        sta second
@done:
        rts

        .zeropage
first:  .res 1
second: .res 1
