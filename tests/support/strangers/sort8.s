; Bubble sort, until a pass has found every pair in order.

; ---------------------------------------------------------------------------
; sort8 -- sorts eight bytes, the least first
;
; In      list      the bytes                                   (any)
; Out     list      the same in ascending order
; Uses    A, X, Y; last; stack 1
; Time    160..1299
; ---------------------------------------------------------------------------
sort8:
        lda #7
        sta last
@pass:
        ldx #0
        ldy #0                  ; nothing has been exchanged
@pair:
        lda list+1,x
        cmp list,x
        bcs @next
        pha
        lda list,x
        sta list+1,x
        pla
        sta list,x
        iny
@next:
        inx
        cpx last
        bne @pair
        tya
        beq @done
        dec last
        bne @pass
@done:
        rts

        .zeropage
last:   .res 1

        .bss
list:   .res 8
