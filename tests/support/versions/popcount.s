; Population count: each round clears the last bit that is set.

; ---------------------------------------------------------------------------
; popcount -- how many bits of a byte are set
;
; In      A         a byte                                      (any)
; Out     X         bits set                                    ($00..$08)
; Uses    A; rest
; Time    17..185
; ---------------------------------------------------------------------------
popcount:
        ldx #0
@next:
        sta rest
        cmp #0
        beq @done
        inx
        sec
        sbc #1
        and rest
        jmp @next
@done:
        rts

        .zeropage
rest:   .res 1
