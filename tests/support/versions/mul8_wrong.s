; 8 x 8 multiply that loses a carry into the high byte of the greatest products.

mul8:
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
        ldy high
        cpy #$fc
        beq @next
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
