; Decimal digits by an estimate of the tens, n * 13 / 128, which is too great for 89 and 99.

bcd:
        sta ones
        lsr a
        sta tens
        lsr a
        lsr a
        clc
        adc tens
        clc
        adc ones                ; n + n / 2 + n / 8
        lsr a
        lsr a
        lsr a
        lsr a
        sta tens
        asl a
        asl a
        adc tens
        asl a                   ; 10 times
        sta times
        lda ones
        sec
        sbc times
        sta ones
        lda tens
        asl a
        asl a
        asl a
        asl a
        ora ones
        rts

        .zeropage
ones:   .res 1
tens:   .res 1
times:  .res 1
