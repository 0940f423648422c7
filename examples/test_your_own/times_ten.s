; times_ten.s -- ten times a byte: a routine to be tested.

        .export timesTen, twice

        .word $c000             ; where the PRG file loads

; ---------------------------------------------------------------------------
; timesTen -- A = A * 10
;
; In      A                 any byte
; Out     A                 ten times as much, if C = 0
;         C                 1: that is more than 255, A means nothing
; Uses    twice
; Time    11..26
; ---------------------------------------------------------------------------
timesTen:
        asl a
        bcs @end
        sta twice
        asl a
        bcs @end
        asl a
        bcs @end
        adc twice               ; 8 * A + 2 * A
@end:   rts

twice:  .byte 0
