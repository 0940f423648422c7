; 8 x 8 multiply by shifts and additions, as a user of DASM would write it.
        processor 6502
factor = $fb
high = $fc

        MAC halve
        ror
        ENDM

        org $1000
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
        SUBROUTINE
mul8:
        stx factor
        lda #0
        sta high
        cpy #0
        beq .done
        tya
        ldy #8
        sta high
        lda #0
        lsr high
.bit    bcc .next
        clc
        adc factor
.next   halve
        ror high
        dey
        bne .bit
        tax
        lda high
        rts
.done   tax
        rts

squares dc.b 0, 1, 4, 9, 16, 25, 36, 49, 64, 81
