; Comparison of words: the high bytes decide, but where they are equal.

; ---------------------------------------------------------------------------
; compare16 -- whether a word is at least another
;
; In      one       a word                                      (any)
;         two       another                                     (any)
; Out     C         1: one >= two                               ($00..$01)
; Uses    A
; Time    17..24
; ---------------------------------------------------------------------------
compare16:
        lda one + 1
        cmp two + 1
        bne @done
        lda one
        cmp two
@done:
        rts

        .zeropage
one:    .res 2
two:    .res 2
