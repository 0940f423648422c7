; banks.s -- workload: work under five memory maps, one after the other.

        .export round
        .import mix

        .segment "ZEROPAGE"
lines:  .res 1

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- the same sums with each value of the port, $37 down to $30
;
; Out     result            mixed with the sums
; Uses    A, X, Y; $01, which is $37 again
round:  sei
        ldx #$37
@map:   stx $01
        stx lines
        jsr sums
        jsr mix
        ldx lines
        dex
        cpx #$30
        bcs @map
        lda #$37
        sta $01
        cli
        rts

; A = a sum of 64 numbers, which it changes
sums:   ldx #63
        lda lines
@next:  clc
        adc numbers,x
        sta numbers,x
        bcc @fits
        eor #$5a
@fits:  dex
        bpl @next
        rts

        .segment "DATA"
numbers:
.repeat 64, i
        .byte (i * 29) & $ff
.endrepeat
