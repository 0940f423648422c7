; Comparison of words that forgets the low bytes where the high ones are equal.

compare16:
        lda one + 1
        cmp two + 1
        bcc @done
        bne @done
        lda one
        sec
        sbc two
        sec
@done:
        rts

        .zeropage
one:    .res 2
two:    .res 2
