; Two bytes in order, by a sum and a difference.

minmax:
        lda first
        cmp second
        bcc @done
        eor second
        pha
        eor first
        sta first
        pla
        eor first
        sta second
@done:
        rts

        .zeropage
scratch: .res 3
second: .res 1
first:  .res 1
