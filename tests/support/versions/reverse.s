; Bit reversal by two tables of sixteen.

; ---------------------------------------------------------------------------
; reverse -- the bits of a byte in reverse order
;
; In      A         a byte                                      (any)
; Out     A         its bits, the last first
; Uses    X; high
; Time    38..38
; ---------------------------------------------------------------------------
reverse:
        tax
        and #$0f
        sta high
        txa
        lsr a
        lsr a
        lsr a
        lsr a
        tax
        lda nibbles,x
        ldx high
        ora shifted,x
        rts

        .rodata
nibbles: .byte $0, $8, $4, $c, $2, $a, $6, $e, $1, $9, $5, $d, $3, $b, $7, $f
shifted: .byte $00, $80, $40, $c0, $20, $a0, $60, $e0
        .byte $10, $90, $50, $d0, $30, $b0, $70, $f0

        .zeropage
high:   .res 1
