; MakeMove.s -- moves made and taken back, hash and lock kept up with them.

        .include "ryg3.inc"

.if VERSION >= 7
        .export made_start, made_dest
        .export makeMove, takeBack, movePiece

; follow: hash or lock, when a piece goes from X to Y of its table.
.macro  follow sum, table
        lda sum
        eor table,x
        eor table,y
        sta sum
.endmacro

; ---------------------------------------------------------------------------
; makeMove -- makes a move of the side to move
;
; In      mv_start          the move                                (piece)
;         mv_dest           -                                       (empty)
;         (turn), (plies), (hashes), (random)
; Out     side              the other one                           ($00..$01)
;         ply               one more
;         hply              one more
;         made_start[hply]  mv_start
;         made_dest[hply]   mv_dest
; Uses    = movePiece
; Time    126..143
; Native  engine::ryg3::HashedBoard::make
makeMove:
        ldy hply
        lda mv_start
        sta made_start,y
        lda mv_dest
        sta made_dest,y
        inc hply
        inc ply
        lda side
        eor #MouseSide ^ CatsSide
        sta side
        jmp movePiece

; ---------------------------------------------------------------------------
; takeBack -- takes the last move back; its piece's side is to move
;
; In      (pieces), (made), (plies), (hashes), (random)
; Out     side              who had made it                         ($00..$01)
;         ply               one less
;         hply              one less
; Uses    stack 2; = movePiece
; Time    134..153
; Native  engine::ryg3::HashedBoard::take_back
takeBack:
        dec ply
        dec hply
        ldy hply
        lda made_start,y
        sta mv_dest
        lda made_dest,y
        sta mv_start
        jsr movePiece
        ldx piece
        lda side_of,x
        sta side
        rts

; ---------------------------------------------------------------------------
; movePiece -- puts a piece onto another square
;
;   Hash and lock lose what it gave them there, and gain what it gives here.
;
; In      mv_start          where it stands                         (piece)
;         mv_dest           an empty square                         (empty)
;         (pieces), (hashes), (random)
; Out     board             with the piece moved
;         square_of         mv_dest for the piece
;         hash              of the board
;         lock              of the board
;         $02               the piece                               ($00..$04)
; Uses    A, X, Y
; Time    79..96
; Native  engine::ryg3::HashedBoard::make
movePiece:
        ldx mv_start
        ldy mv_dest
        lda board,x
        sta board,y
        sta piece
        lda #Empty
        sta board,x
        tya
        ldy piece
        sta square_of,y
        bne @cat
        tay
        follow hash, hash_mouse
        follow lock, lock_mouse
        rts

@cat:   txa
        ora cat_base,y
        tax
        lda mv_dest
        ora cat_base,y
        tay
        follow hash, hash_cat1
        follow lock, lock_cat1
        rts

        .segment "RODATA"

side_of:        .byte MouseSide, CatsSide, CatsSide, CatsSide, CatsSide

        .segment "DATA"

        bytes mv_start, mv_dest
made_start:     .res 256        ; by hply: it cannot leave the table
made_dest:      .res 256
.endif
