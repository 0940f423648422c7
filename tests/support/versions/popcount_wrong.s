; Population count by pairs and nibbles, in which eight bits set become none.

popcount:
        sta rest
        lsr a
        and #$55
        sta half
        lda rest
        sec
        sbc half                ; each pair counted
        sta rest
        lsr a
        lsr a
        and #$33
        sta half
        lda rest
        and #$33
        clc
        adc half                ; each nibble
        sta rest
        lsr a
        lsr a
        lsr a
        lsr a
        clc
        adc rest
        and #$07
        tax
        rts

        .zeropage
rest:   .res 1
half:   .res 1
