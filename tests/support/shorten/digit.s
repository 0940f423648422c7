; digit.s -- a nibble as a digit, in a way that can be shorter.
        .export digit
        .code
; ---------------------------------------------------------------------------
; digit -- a nibble as a digit
;
; In      A                                                         ($00..$0f)
; Out     A                 = A < 10 ? A + $30 : A + $37
; Uses    -
; Time    13..14
; ---------------------------------------------------------------------------
digit:  cmp #10
        bcc @low
        adc #6
@low:   adc #$30
        rts
