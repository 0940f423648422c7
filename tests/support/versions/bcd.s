; Decimal digits of a byte below a hundred, by a table of the tens.

; ---------------------------------------------------------------------------
; bcd -- a number as two decimal digits
;
; In      A         a number                                    ($00..$63)
; Out     A         its digits
; Uses    X; ones
; Time    36..99
; ---------------------------------------------------------------------------
bcd:
        ldx #$ff
        sec
@ten:
        inx
        sbc #10
        bcs @ten
        adc #10
        sta ones
        txa
        asl a
        asl a
        asl a
        asl a
        ora ones
        rts

        .zeropage
ones:   .res 1
