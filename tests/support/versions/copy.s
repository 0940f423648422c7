; Copies eight bytes from below.

; ---------------------------------------------------------------------------
; copy -- copies eight bytes
;
; In      from      bytes                                       (any)
; Out     to        the same
; Uses    A, X
; Time    135..135
; ---------------------------------------------------------------------------
copy:
        ldx #0
@byte:
        lda from,x
        sta to,x
        inx
        cpx #8
        bne @byte
        rts

        .bss
from:   .res 8
to:     .res 8
