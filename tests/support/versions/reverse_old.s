; Bit reversal, a bit at a time.

reverse:
        sta left
        ldx #8
@bit:
        asl left
        ror a
        dex
        bne @bit
        rts

        .zeropage
left:   .res 1
