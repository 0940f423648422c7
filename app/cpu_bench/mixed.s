; mixed.s -- workload: long straight code, hardly repeated as it was: it adds in
; decimal and changes its own operands.

        .export round
        .import mix

        .segment "ZEROPAGE"
sum:    .res 8

blocks  = 901

        .macro block i
        .local operand
        sed
        clc
        lda sum + (i & 7)
operand = * + 1
        adc #((i * 37 + 11) .mod 10) * 17
        sta sum + ((i + 3) & 7)
        cld
        lda table + (i & 63),x
        sta operand             ; another number in the next round
        inx
        txa
        and #$1f
        tax
        .endmacro

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- 901 blocks one after the other, each changed by itself on the way
;
; Out     result            mixed with the eight sums
; Uses    A, X, Y
round:  lda #0
        ldx #7
@clear: sta sum,x
        dex
        bpl @clear
        ldx ix
.repeat blocks, i
        block i
.endrepeat
        stx ix
        ldx #7
@next:  lda sum,x
        jsr mix
        dex
        bpl @next
        rts

        .segment "RODATA"
table:
.repeat 128, i
        .byte ((i * 73) .mod 10) * 16 + (i * 7 + (i >> 3)) .mod 10
.endrepeat

        .segment "DATA"
ix:     .byte 0
