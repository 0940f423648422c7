; below.s -- a comparison of words that can be shorter.
        .export below
        .zeropage
p:      .res 2
q:      .res 2
        .code
; ---------------------------------------------------------------------------
; below -- compares two words
;
; In      p                                                         (any)
;         q                                                         (any)
; Out     C                 = p >= q
; Uses    A
; Time    15..20
; ---------------------------------------------------------------------------
below:  lda p+1
        cmp q+1
        bne @done
        lda p
        cmp q
@done:  rts
