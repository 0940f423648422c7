; Search.s -- alpha-beta: the mouse maximises, the cats minimise.

        .include "ryg3.inc"

.if VERSION >= 7
        .export nodes, alpha, beta, score, best_start, best_dest
        .export current_move, last_move
        .export search, nodeEntered, cutOff, takeEvaluation

; ---------------------------------------------------------------------------
; search -- the score of the board, `depth` moves deep
;
;   alpha[depth] and beta[depth] are the search window; cut off when alpha >=
;   beta. A node's moves follow its parent's in the list. Each ply takes two
;   bytes of the stack, so 20 plies leave room.
;
; In      depth             remaining depth, at most 20          ($01..$04)
;         (turn), (plies)
;         alpha[depth]      lower bound of the window               ($00)
;         beta[depth]       upper bound of the window               ($ff)
;         last_move         one past depth: first free place        ($00..$64)
;         nodes             interior nodes so far                   (any)
;         (hashed), (random), (tables), (history)
; Out     score[depth]      the score
;         best_start[depth] the best move; $ff: none
;         best_dest[depth]  -
;         nodes             more by those of this search
; Uses    A, X, Y; alpha, beta, score, best_start, best_dest, current_move,
;         last_move; stack 10; = genMoves, makeMove, takeBack, addHashPos,
;         takeEvaluation, scoreHashMove, bringBest, addHistory
; Time    seen 111..214750
; Native  engine::ryg3::Think
search:
        ldx depth
        bne @inner
        jmp takeEvaluation
@inner: inc nodes
        bne nodeEntered
        inc nodes + 1
        bne nodeEntered
        inc nodes + 2
        bne nodeEntered
        inc nodes + 3
nodeEntered:
        lda #None
        sta best_start,x
.if VERSION = 7
        sta best_dest,x
.endif
        lda last_move + 1,x
        cmp #MaxMoves - MostMoves + 1
        bcc @hasRoom
        jmp takeEvaluation
@hasRoom:
        sta current_move,x
        sta move_end
        jsr genMoves
        ldx depth
        lda move_end
        sta last_move,x
        cmp current_move,x
.if VERSION >= 9
        bne @hasMoves
        jmp takeEvaluation
@hasMoves:
.else
        bne nextMove
        jmp finish
.endif
.if VERSION >= 10
        jsr scoreHashMove
.endif

nextMove:
.if VERSION >= 10
        jsr bringBest
        ldx depth
.endif
        lda alpha,x             ; the child's window is the node's
        sta alpha - 1,x
        lda beta,x
        sta beta - 1,x
        ldy current_move,x
        lda move_start,y
        sta mv_start
        lda move_dest,y
        sta mv_dest
        jsr makeMove
        dec depth
        jsr search
        inc depth
        jsr takeBack

        ldx depth
        lda side
        bne @cats
        lda score - 1,x
        cmp alpha,x
        bcc tried
.if VERSION >= 10
        beq tried               ; the first of equals is kept
.endif
        sta alpha,x
        bcs @best               ; always
@cats:  lda score - 1,x
        cmp beta,x
.if VERSION = 8 .or VERSION = 9
        beq @lower              ; the last of equals is kept
.endif
        bcs tried
@lower: sta beta,x
@best:  ldy current_move,x
        lda move_start,y
        sta best_start,x
        lda move_dest,y
        sta best_dest,x
        lda alpha,x
        cmp beta,x
        bcc tried
cutOff: jmp finish

tried:  inc current_move,x
        lda current_move,x
        cmp last_move,x
        beq finish
        jmp nextMove

finish: lda side
        bne @cats
        lda alpha,x
        jmp @score
@cats:  lda beta,x
@score: sta score,x
        lda best_start,x
.if VERSION >= 8
        cmp #None
        beq @end
.endif
        sta hash_start          ; version 7: None, too, empties the slot
        lda best_dest,x
        sta hash_dest
        jsr addHashPos
.if VERSION >= 11
        jsr addHistory
.endif
@end:   rts

; ---------------------------------------------------------------------------
; takeEvaluation -- the score of a node that is not searched
;
; In      depth             remaining depth                         ($00..$14)
;         square_of         where the pieces stand                  (position)
; Out     score[depth]      what the board is worth
; Uses    A, X, Y; stack 2; = evalBoard
; Time    77..77
; Native  engine::ryg3::evaluate
takeEvaluation:
        jsr evalBoard
        ldx depth
        lda eval
        sta score,x
        rts

        .segment "DATA"

        bytes depth
nodes:          .res 4          ; lowest byte first

; --- by remaining depth ------------------------------------------------------
alpha:          .res MaxPlies + 1
beta:           .res MaxPlies + 1
score:          .res MaxPlies + 1
best_start:     .res MaxPlies + 1
best_dest:      .res MaxPlies + 1
current_move:   .res MaxPlies + 1
last_move:      .res MaxPlies + 2 ; the root's parent has none: 0
.endif
