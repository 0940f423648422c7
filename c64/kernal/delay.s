; Waiting: what the macro in delay.inc calls for more than a few cycles.
        .export burn

        .segment "KEYS"
; ---------------------------------------------------------------------------
; burn -- spend 5 Y + 11 cycles, JSR and RTS included
;
; In      Y         1 to 255
; Out     Y         0
burn:   dey
        bne burn
        rts
        .assert >burn = >(* - 1), lderror, "burn crosses a page"
