; Division of a byte by a byte, a bit of the quotient at a time.

; ---------------------------------------------------------------------------
; divide -- divides two bytes
;
; In      X         the dividend                                (any)
;         Y         the divisor                                 ($01..$ff)
; Out     A         = X / Y
;         X         = X % Y
; Uses    Y; quotient; divisor
; Time    199..271
; ---------------------------------------------------------------------------
divide:
        stx quotient
        sty divisor
        lda #0
        ldy #8
@bit:
        asl quotient
        rol a
        bcs @fits               ; nine bits, and so more than any divisor
        cmp divisor
        bcc @next
@fits:
        sbc divisor
        inc quotient
@next:
        dey
        bne @bit
        tax
        lda quotient
        rts

        .zeropage
quotient: .res 1
divisor:  .res 1
