; 8 x 8 multiply by shifts and additions, as a user of 64tass would write it.
        * = $1000
factor = $fb
high = $fc

start   ldx #3
        ldy #5
        jsr mul8
        rts

; ---------------------------------------------------------------------------
; mul8 -- multiplies two bytes
;
; In      X         one factor                                  (any)
;         Y         the other                                   (any)
; Out     A         = (X * Y) & $ff
;         X         = (X * Y) >> 8
; Uses    Y; factor; high
; Time    21..188
; ---------------------------------------------------------------------------
mul8
        stx factor
        lda #0
        sta high
        cpy #0
        beq _done
        tya
        ldy #8
        sta high
        lda #0
        lsr high
_bit    bcc _next
        clc
        adc factor
_next   ror a
        ror high
        dey
        bne _bit
        tax
        lda high
        rts
_done   tax
        rts

squares .byte 0, 1, 4, 9, 16, 25, 36, 49, 64, 81
