; Board.s -- the board, its start, and where the pieces stand.

        .include "ryg3.inc"

        .export board, ply, hply, square_of
        .export initBoard, findPieces

; ---------------------------------------------------------------------------
; initBoard -- the start of a game
;
; In      (random)
; Out     board             the pieces on their first squares
;         side              the mouse                               ($00)
;         ply               no move                                 ($00)
;         hply              no move                                 ($00)
;         square_of         E1, B8, D8, F8, H8                      ($04..$3f)
;         hash              of the board
;         lock              of the board
; Uses    A, X, Y; stack 2; = findPieces, getHash, getLock
; Time    3936..3936
; Native  engine::ryg3::Board, as it is made
initBoard:
        ldx #Squares - 1
@square:
        lda start_board,x
        sta board,x
        dex
        bpl @square
        copy #MouseSide, side
        lda #$00
        sta ply
        sta hply
        jsr findPieces
        jsr getHash
.if VERSION >= 4
        jsr getLock
.endif
        rts

; ---------------------------------------------------------------------------
; findPieces -- where each piece stands, so that no routine has to search the board
;
; In      board             the pieces                              (position)
; Out     square_of         by piece: its square                    ($00..$3f)
; Uses    A, X, Y
; Time    933..933
; Native  square_of[board[s]] = s for each s that is not empty
findPieces:
        ldx #Squares - 1
@square:
        ldy board,x
        cpy #Empty
        beq @next
        txa
        sta square_of,y
@next:  dex
        bpl @square
        rts

        .segment "RODATA"

start_board:
        .byte 6, 6, 6, 6, Mouse, 6, 6, 6
        .res 6 * Side, Empty
        .byte 6, 1, 6, 2, 6, 3, 6, 4

        .segment "SQUARES"

board:          .res Squares, Empty

        .segment "DATA"

        bytes side
ply:            .res 1          ; moves since the root of the search
hply:           .res 1          ; moves since the game began
square_of:      .res NumPieces
