; Two bytes in order.

; ---------------------------------------------------------------------------
; minmax -- puts the smaller of two bytes first
;
; In      first     a byte                                      (any)
;         second    another                                     (any)
; Out     first     the smaller
;         second    the greater
; Uses    A, X
; Time    21..28
; ---------------------------------------------------------------------------
minmax:
        lda first
        ldx second
        cpx first
        bcs @done
        stx first
        sta second
@done:
        rts

        .zeropage
first:  .res 1
second: .res 1
