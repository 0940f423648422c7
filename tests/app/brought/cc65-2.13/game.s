; Prints three exclamation marks.
        .segment "HEAD"
        .word $0801
        .segment "CODE"
        .word next, 10
        .byte $9e, "2061", 0
next:   .word 0
count   = 3
main:   ldx #count
again:  lda #'!'
        jsr $ffd2
        dex
        bne again
        rts
