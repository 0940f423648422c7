; Looks at all games from a position: a minimax that sees each side in turn.

        .export search, turn, hasLine, board, side, best

none = $ff
loss = 1
draw = 2
win  = 3

        .bss
board:    .res 9                ; 0 empty, 1 a cross, 2 a nought
side:     .res 1                ; who is to move: 1 or 2
best:     .res 1
value:    .res 1
nodes:    .res 3
wanted:   .res 1
ply:      .res 1                ; moves made since the root
squareAt: .res 10               ; by ply: the move being tried,
bestAt:   .res 10               ; the best one so far,
valueAt:  .res 10               ; and its value

        .code

; ---------------------------------------------------------------------------
; search -- the best move of the side to move, and what it leads to
;
; In      board             the squares from the top left           (position)
;         side              who is to move                      (position)
; Out     best              the square; $ff: the game is over       ($00..$08|$ff)
;         value             1 a loss, 2 a draw, 3 a win             ($01..$03)
;         nodes             positions looked at, this one among them
; Uses    A, X, Y; ply; wanted; squareAt; bestAt; valueAt; stack 16
; Time    152..774434
; Native  oxo::search, reference.hpp
search:
        lda #0
        sta ply
        sta nodes
        sta nodes + 1
        sta nodes + 2
        jsr node
        lda bestAt
        sta best
        lda valueAt
        sta value
        rts

; One position of the tree; its value is valueAt[ply]. Calls itself for each
; of its moves.
node:
        inc nodes
        bne @counted
        inc nodes + 1
        bne @counted
        inc nodes + 2
@counted:
        ldx ply
        lda #none
        sta bestAt,x
        lda #loss
        sta valueAt,x
        jsr hasLine
        bcs nodeDone
        ldx ply
        lda #0                  ; worse than any move
        sta valueAt,x
        tay
@square:
        lda board,y
        bne @next
        lda side
        sta board,y
        tya
        sta squareAt,x
        jsr turn
        inc ply
        jsr node
        dec ply
        jsr turn
        ldx ply
        ldy squareAt,x
        lda #0
        sta board,y
        lda #loss + win         ; what is good for one side is bad for the other
        sec
        sbc valueAt + 1,x
        cmp valueAt,x
        bcc @next
        beq @next
        sta valueAt,x
        tya
        sta bestAt,x
@next:
        iny
        cpy #9
        bne @square
        lda valueAt,x
        bne nodeDone
        lda #draw               ; the board is full
        sta valueAt,x
nodeDone:
        rts

; ---------------------------------------------------------------------------
; turn -- it is the other side's move
;
; In      side              who is to move                          ($01|$02)
; Out     side              = 3 - side
; Uses    A
; Time    18..18
turn:
        lda #3
        sec
        sbc side
        sta side
        rts

; ---------------------------------------------------------------------------
; hasLine -- whether the side that has just moved has three in a row
;
; In      board             the squares from the top left           (position)
;         side              who is to move                      (position)
; Out     C                 1 if it has
; Uses    A, X, Y; wanted
; Time    63..349
; Native  oxo::has_line, reference.hpp
hasLine:
        lda #3
        sec
        sbc side
        sta wanted
        ldx #21
@line:
        ldy lines,x
        lda board,y
        cmp wanted
        bne @next
        ldy lines + 1,x
        lda board,y
        cmp wanted
        bne @next
        ldy lines + 2,x
        lda board,y
        cmp wanted
        beq @yes                ; which has set C
@next:
        dex
        dex
        dex
        bpl @line
        clc
@yes:
        rts

        .rodata
lines:  .byte 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6
        .byte 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6
