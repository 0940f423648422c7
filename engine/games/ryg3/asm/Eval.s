; Eval.s -- what a board is worth: more is better for the mouse.

        .include "ryg3.inc"

.if VERSION >= 7
        .export evalBoard

; ---------------------------------------------------------------------------
; evalBoard -- static evaluation of a board
;
;   $80 + rank of the mouse - what each cat is worth in its own lane. No sum
;   wraps: the cats have 28 each at most.
;
; In      square_of         where the pieces stand                  (position)
; Out     eval              its value, from $10 to $87
; Uses    A, Y
; Time    52..52
; Native  engine::ryg3::evaluate
evalBoard:
        ldy square_of + Mouse
        lda rank_value,y
        sec
        ldy square_of + 1
        sbc lane_cat1,y
        ldy square_of + 2
        sbc lane_cat2,y
        ldy square_of + 3
        sbc lane_cat3,y
        ldy square_of + 4
        sbc lane_cat4,y
        sta eval
        rts

        .segment "DATA"

        bytes eval
.endif
