        processor 6502
        org $0801
        .word next, 10
        .byte $9e, "2061", 0
next    .word 0
count   = 3
main    ldx #count
again   lda #33
        jsr $ffd2
        dex
        bne again
        rts
