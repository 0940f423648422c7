; times10.s -- ten times a word, in a way that can be shorter.
        .export times10
        .zeropage
p:      .res 2
r:      .res 2
        .code
; ---------------------------------------------------------------------------
; times10 -- ten times a word
;
; In      p                                                         (any)
; Out     r                 = p * 10
; Uses    A
; Time    62..62
; ---------------------------------------------------------------------------
times10:
        lda p
        asl
        sta r
        lda p+1
        rol
        sta r+1
        asl r
        rol r+1
        clc
        lda r
        adc p
        sta r
        lda r+1
        adc p+1
        sta r+1
        asl r
        rol r+1
        rts
