; Variation.s -- the line of play that both hash tables remember.

        .include "ryg3.inc"

.if VERSION >= 8
        .export printVariation

; ---------------------------------------------------------------------------
; printVariation -- prints the moves expected, a blank before each
;
;   They are made to find the next one, then taken back. The chain breaks where
;   no move is known, or one that another board with the same hash and lock has
;   left and that this board does not have.
;
; In      used_depth        how many moves at most                  ($01..$14)
;         (turn), (plies), (hashed), (random), (slots), (history)
; Uses    A, X, Y; pv_length; screen; = lookUp, genMoves, findMove, makeMove,
;         takeBack, printSquare, printText, newLine
; Time    printing
; Native  engine::ryg3::Think
printVariation:
        copy #$00, pv_length
@next:  jsr lookUp
        lda hash_start
        bmi @broken             ; not found
        ldy #$00
        sty move_end
        jsr genMoves
        ldy #$00
        jsr findMove
        cpy #None
        beq @broken
        lda #' '
        jsr chrout
        lda hash_start
        sta mv_start
        jsr printSquare
        lda hash_dest
        sta mv_dest
        jsr printSquare
        jsr makeMove
        inc pv_length
        lda pv_length
        cmp used_depth
        bne @next
        beq @back
@broken:
.if VERSION >= 10
        say txt_broken
.endif
@back:  lda pv_length
        beq @end
        dec pv_length
        jsr takeBack
        jmp @back
@end:   jmp newLine

.if VERSION >= 10
        .segment "RODATA"

txt_broken:     .byte " ...", $00
.endif

        .segment "DATA"

        bytes pv_length
.endif
