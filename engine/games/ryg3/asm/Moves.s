; Moves.s -- the moves of either side, onto the end of the move list.

        .include "ryg3.inc"

.if VERSION >= 7
        .export move_start, move_dest, cats_in_order
        .export genMoves, genMovesMouse, genMovesCats, orderCats, findMove
.if VERSION >= 10
        .export move_score
.endif

; tryMove: from a square in one direction, if there is an empty square.
;   table: where the square Y leads to; X: place in the list, moved on
.macro  tryMove table
        .local no
        lda table,y
        bmi no                  ; off the board
        tay
        lda board,y
        cmp #Empty
        bne no
        tya
        sta move_dest,x
        lda from
        sta move_start,x
.if VERSION >= 11
        lda (pointer),y
        sta move_score,x
.elseif VERSION >= 10
        lda #$00
        sta move_score,x
.endif
        inx
no:
.endmacro

; atRow: the square Y's row of the history.
.macro  atRow
.if VERSION >= 11
        lda history_row_lo,y
        sta pointer
        lda history_row_hi,y
        sta pointer + 1
.endif
.endmacro

; ascending: puts two of the cats in order.
.macro  ascending one, other
        .local done
        lda cats_in_order + other
        ldy cats_in_order + one
        cmp cats_in_order + one
        bcs done
        sta cats_in_order + one
        sty cats_in_order + other
done:
.endmacro

; ---------------------------------------------------------------------------
; genMoves -- the moves of the side to move
;
; In      side              who is to move                          ($00..$01)
;         (pieces)
;         move_end          first free place                        ($00..$5c)
;         (history)
; Out     move_end          first free place                        ($00..$64)
; Uses    stack 2; = genMovesMouse, genMovesCats
; Time    91..695
; Native  engine::ryg3::generate_moves
genMoves:
        lda side
        bne @cats
        jmp genMovesMouse
@cats:  jmp genMovesCats

; ---------------------------------------------------------------------------
; genMovesMouse -- the mouse's moves: south-west, south-east, north-east,
;                  north-west
;
; In      (pieces)
;         move_end          first free place                        ($00..$5c)
;         (history)
; Out     move_end          first free place                        ($00..$60)
;         (generated)
; Uses    A, X, Y; $fb; $fd/$fe
; Time    82..216
; Native  engine::ryg3::generate_moves
genMovesMouse:
        ldx move_end
        ldy square_of + Mouse
        sty from
        atRow
        tryMove mouse_sw
        ldy from
        tryMove mouse_se
        ldy from
        tryMove mouse_ne
        ldy from
        tryMove mouse_nw
        stx move_end
        rts

; ---------------------------------------------------------------------------
; genMovesCats -- the cats' moves, cat by cat as they stand from A1 to H8:
;                 south-west, south-east
;
; In      (pieces)
;         move_end          first free place                        ($00..$5c)
;         (history)
; Out     move_end          first free place                        ($00..$64)
;         (generated)
; Uses    A, X, Y; $02; $fb; $fd/$fe; stack 2; = orderCats
; Time    362..685
; Native  engine::ryg3::generate_moves
genMovesCats:
        jsr orderCats
        ldx move_end
        lda #$00
nextCat:
        sta piece               ; here: how many cats have had their turn
        tay
        lda cats_in_order,y
        sta from
        tay
        atRow
        tryMove cats_sw
        ldy from
        tryMove cats_se
        lda piece
        clc
        adc #$01
        cmp #NumCats
        bne nextCat
        stx move_end
        rts

; ---------------------------------------------------------------------------
; orderCats -- the cats' squares in ascending order
;
; In      square_of         where the pieces stand                  (position)
; Out     cats_in_order     the four squares                        ($00..$3f)
; Uses    A, Y
; Time    113..148
; Native  std::ranges::sort
orderCats:
        .repeat NumCats, i
        copy square_of + 1 + i, cats_in_order + i
        .endrepeat
        ascending 0, 1
        ascending 2, 3
        ascending 0, 2
        ascending 1, 3
        ascending 1, 2
        rts

; ---------------------------------------------------------------------------
; findMove -- a move's place in the list
;
; In      Y                 first place to look at                  (place)
;         move_end          after the last one                      ($00..$64)
;         (listed)
;         hash_start        the move                          ($00..$3f|$ff)
;         hash_dest         -                                       ($00..$3f)
; Out     Y                 its place; $ff: not in the list    ($00..$63|$ff)
; Uses    A
; Time    seen 15..3172
; Native  std::ranges::find
findMove:
@move:  cpy move_end
        beq @none
        lda move_start,y
        cmp hash_start
        bne @other
        lda move_dest,y
        cmp hash_dest
        beq @end
@other: iny
        bne @move               ; always: the list is shorter
@none:  ldy #None
@end:   rts

        .segment "DATA"

move_start:     .res MaxMoves
move_dest:      .res MaxMoves
.if VERSION >= 10
move_score:     .res MaxMoves
.endif
        bytes move_end
cats_in_order:  .res NumCats
.endif
