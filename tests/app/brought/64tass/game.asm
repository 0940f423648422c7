        * = $0801
        .word next, 10
        .null $9e, "2061"
next    .word 0
count   = 3
name    = "a text"
list    = [1, 2]
half    = 0.5
less    = -1
mask    = %00001111
large   = $12345
flag    = true
main    ldx #count
again   lda #'!'
        jsr $ffd2
        dex
        bne again
        rts
