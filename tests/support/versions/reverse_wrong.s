; Bit reversal by swaps of neighbours, pairs and halves: a mask of the pairs is wrong.

reverse:
        tax
        and #$55
        asl a
        sta left
        txa
        and #$aa
        lsr a
        ora left                ; neighbours
        tax
        and #$33
        asl a
        asl a
        sta left
        txa
        and #$c8
        lsr a
        lsr a
        ora left                ; pairs
        sta left
        asl a
        rol left
        asl a
        rol left
        asl a
        rol left
        asl a
        rol left
        lda left
        rts

        .zeropage
left:   .res 1
