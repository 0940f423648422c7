; History.s -- how often each move has been the best, anywhere in the tree.

        .include "ryg3.inc"

.if VERSION >= 11
        .export history, history_row_lo, history_row_hi
        .export clearHistory, addHistory, printHistory

; ---------------------------------------------------------------------------
; clearHistory -- sets all counters to 0
;
; Out     history           $00                                     ($00)
; Uses    A, X
; Time    21769..21769
; Native  history = {}
clearHistory:
        lda #$00
        tax
@byte:  .repeat >(Squares * Squares), page
        sta history + 256 * page,x
        .endrepeat
        inx
        bne @byte
        rts

; ---------------------------------------------------------------------------
; addHistory -- adds the remaining depth to the best move's counter (max $ff)
;
; In      (move)
;         depth             remaining depth                         ($01..$14)
;         (history)
; Out     history           of the move: depth more, at most $ff
; Uses    A, Y; $fd/$fe
; Time    48..50
; Native  history[64 * start + dest] = min($ff, ... + depth)
addHistory:
        ldy hash_start
        lda history_row_lo,y
        sta pointer
        lda history_row_hi,y
        sta pointer + 1
        ldy hash_dest
        lda (pointer),y
        clc
        adc depth
        bcc @set
        lda #$ff
@set:   sta (pointer),y
        rts

; ---------------------------------------------------------------------------
; printHistory -- the moves that were best, and how good each is
;
;   E1F2:0A,
;
; In      (history)
; Uses    A, X, Y; $fd/$fe; screen; = printSquare, printHex, newLine
; Time    printing
printHistory:
        ldx #$00
@start: lda history_row_lo,x
        sta pointer
        lda history_row_hi,x
        sta pointer + 1
        ldy #$00
@dest:  lda (pointer),y
        beq @next
        txa
        jsr printSquare
        tya
        jsr printSquare
        lda #':'
        jsr chrout
        lda (pointer),y
        jsr printHex
        lda #','
        jsr chrout
@next:  iny
        cpy #Squares
        bne @dest
        inx
        cpx #Squares
        bne @start
        jmp newLine

        .segment "TABLES"

history_row_lo:
        .repeat Squares, s
        .byte <(history + Squares * s)
        .endrepeat
history_row_hi:
        .repeat Squares, s
        .byte >(history + Squares * s)
        .endrepeat

        .segment "HISTORY"

history:        .res Squares * Squares
.endif
