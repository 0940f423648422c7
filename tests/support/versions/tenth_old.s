; Division by ten by subtractions.

tenth:
        stx kept
        ldx #$ff
        sec
@ten:
        inx
        sbc #10
        bcs @ten
        txa
        ldx kept
        rts

        .zeropage
kept:   .res 1
