; Comparison of words by a difference.

compare16:
        lda one
        cmp two
        lda one + 1
        sbc two + 1
        rts

        .zeropage
one:    .res 2
two:    .res 2
