; 8 x 8 multiply from the greatest bit down, with a sum of sixteen bits.

product:
        stx factor
        sty other
        lda #0
        sta high
        ldx #8
@bit:
        asl a
        rol high
        asl other
        bcc @next
        clc
        adc factor
        bcc @next
        inc high
@next:
        dex
        bne @bit
        ldx high
        rts

        .zeropage
other:  .res 1
high:   .res 1
factor: .res 1
