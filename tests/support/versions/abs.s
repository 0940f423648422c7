; Absolute value.

; ---------------------------------------------------------------------------
; abs -- the absolute value of a byte with sign
;
; In      A         -128..127                                   (any)
; Out     A         0..128                                      ($00..$80)
; Uses    -
; Time    11..14
; ---------------------------------------------------------------------------
abs:
        cmp #$80
        bcc @done
        eor #$ff
        adc #0                  ; and one, the carry
@done:
        rts
