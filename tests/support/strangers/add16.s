; Adds two words.
        .export add16
        .zeropage
first:  .res 2
second: .res 2
sum:    .res 2
        .code
; ---------------------------------------------------------------------------
; add16 -- adds two words, and says in the carry whether the sum has a 17th bit
;
; In      first                                             (any)
;         second                                            (any)
; Out     sum       = first + second
;         C         = (first + second) >> 16
; Uses    A
; Time    26
; ---------------------------------------------------------------------------
add16:
        clc
        lda first
        adc second
        sta sum
        lda first + 1
        adc second + 1
        sta sum + 1
        rts
