; Order.s -- which move of a node is searched next.

        .include "ryg3.inc"

.if VERSION >= 10
        .export scoreHashMove, bringBest

; ---------------------------------------------------------------------------
; scoreHashMove -- gives the move from the hash table a high score
;
; In      depth             remaining depth                         ($01..$14)
;         current_move[depth]  the node's first move      ($00..$5c)
;         move_end          after its last one                      (few)
;         (listed)
;         move_score        so far                                  (any)
;         side              who is to move                          ($00..$01)
;         (hashes), (mouse_slot), (cats_slot)
; Out     move_score        more for that move, at most $ff
; Uses    A, X, Y; stack 2; = lookUp, findMove
; Time    57..366
; Native  engine::ryg3::Think
scoreHashMove:
        jsr lookUp
        lda hash_start
        bmi @end                ; not found
        ldx depth
        ldy current_move,x
        jsr findMove
        cpy #None
        beq @end
        lda move_score,y
        clc
        adc #HashMoveBonus
        bcc @set
        lda #$ff
@set:   sta move_score,y
@end:   rts

; ---------------------------------------------------------------------------
; bringBest -- moves the best remaining move to the front
;
;   The moves between shift up by one. Of equal moves the first is the best, so
;   moves without a score keep their order.
;
; In      depth             remaining depth                         ($01..$14)
;         current_move[depth]  the next move              ($00..$5b)
;         last_move[depth]  after the last one                      (few)
;         (listed)
;         move_score        -                                       (any)
; Out     move_start        in its new order
;         move_dest         -
;         move_score        -
; Uses    A, X, Y; bb_start, bb_dest, bb_score; $02; $fb
; Time    47..518
; Native  engine::ryg3::Think
bringBest:
        ldx depth
        lda last_move,x
        sta piece               ; here: after the last move
        ldy current_move,x
        sty from                ; here: the next move's place
        tya
        tax                     ; the best so far
@look:  lda move_score,x
@other: iny
        cpy piece
        beq @found
        cmp move_score,y
        bcs @other
        tya
        tax
        bne @look               ; always: it is not the first
@found: cpx from
        beq @end

        sta bb_score
        lda move_start,x
        sta bb_start
        lda move_dest,x
        sta bb_dest
@shift: lda move_start - 1,x
        sta move_start,x
        lda move_dest - 1,x
        sta move_dest,x
        lda move_score - 1,x
        sta move_score,x
        dex
        cpx from
        bne @shift
        lda bb_start
        sta move_start,x
        lda bb_dest
        sta move_dest,x
        lda bb_score
        sta move_score,x
@end:   rts

        .segment "DATA"

        bytes bb_start, bb_dest, bb_score
.endif
