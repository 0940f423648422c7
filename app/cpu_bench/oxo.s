; oxo.s -- workload: the search of examples/your_own_game.

        .export round
        .import mix, search, board, side, best

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- searches noughts and crosses after two moves
;
; Out     result            mixed with the best move
; Uses    A, X, Y; stack; = search
round:  lda #0
        ldx #8
@clear: sta board,x
        dex
        bpl @clear
        lda #1
        sta board
        sta side
        lda #2
        sta board + 4
        jsr search
        lda best
        jmp mix
