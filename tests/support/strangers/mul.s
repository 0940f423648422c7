; 8 x 8 multiply by shifts and additions, as a stranger would write it.

        .zeropage
factor: .res 1
high:   .res 1

        .code

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
mul8:
        stx factor
        lda #0
        sta high
        cpy #0
        beq @done
        tya
        ldy #8
        sta high                ; the other factor goes out bit by bit,
        lda #0                  ; the product comes in from above
        lsr high
@bit:
        bcc @next
        clc
        adc factor
@next:
        ror a
        ror high
        dey
        bne @bit
        tax
        lda high
        rts
@done:
        tax
        rts
