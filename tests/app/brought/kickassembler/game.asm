// Its label files are written by hand, as Kick Assembler's manual describes them.
        * = $0801
        .word next, 10
        .byte $9e
        .text "2061"
        .byte 0
next:   .word 0
.const count = 3
main:   ldx #count
again:  lda #'!'
        jsr $ffd2
        dex
        bne again
        rts
