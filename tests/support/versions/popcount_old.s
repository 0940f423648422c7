; Population count, all bits one after the other.

popcount:
        ldx #0
        sta rest
        lda #8
        sta left
@next:
        lsr rest
        bcc @clear
        inx
@clear:
        dec left
        bne @next
        rts

        .zeropage
rest:   .res 1
left:   .res 1
