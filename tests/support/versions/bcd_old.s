; Decimal digits by doubling in decimal mode.

bcd:
        sta bits
        ldx #8
        lda #0
        sed
@bit:
        asl bits
        sta digits
        adc digits
        dex
        bne @bit
        cld
        rts

        .zeropage
bits:   .res 1
digits: .res 1
