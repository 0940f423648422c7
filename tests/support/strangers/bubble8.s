; Bubble sort as it is written first: bytes that are equal stay, by a second branch.

; ---------------------------------------------------------------------------
; bubble8 -- sorts eight bytes, the least first
;
; In      list      the bytes                                   (any)
; Out     list      the same in ascending order
; Uses    A, X, Y; stack 1
; Time    931..1547
; ---------------------------------------------------------------------------
bubble8:
        ldy #7
@pass:
        ldx #0
@pair:
        lda list,x
        cmp list + 1,x
        bcc @next
        beq @next
        pha
        lda list + 1,x
        sta list,x
        pla
        sta list + 1,x
@next:
        inx
        cpx #7
        bne @pair
        dey
        bne @pass
        rts

        .bss
list:   .res 8
