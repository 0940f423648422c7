; Division by ten: n / 10 = (n * 205) >> 11 for any byte, in shifts and additions.

; ---------------------------------------------------------------------------
; tenth -- divides a byte by ten
;
; In      A         the dividend                                (any)
; Out     A         the quotient                                ($00..$19)
; Uses    number
; Time    40..40
; ---------------------------------------------------------------------------
tenth:
        lsr a
        sta number
        lsr a
        adc number              ; 3/4 of half, rounded as it must be
        ror a
        lsr a
        lsr a
        adc number
        ror a
        adc number
        ror a
        lsr a
        lsr a
        rts

        .zeropage
number: .res 1
