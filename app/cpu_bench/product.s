; product.s -- workload: the routine of examples/test_your_own.

        .export round
        .import mix, multiply

        .segment "ZEROPAGE"
first:  .res 1

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- multiplies all bytes by others
;
; Out     result            mixed with the products
; Uses    A, X, Y; = multiply
round:  lda #0
        sta first
@next:  lda first
        eor #$5a
        tax
        lda first
        jsr multiply
        jsr mix
        txa
        jsr mix
        inc first
        bne @next
        rts
