; Hash.s -- hash and lock of a board: random bytes of its pieces, exclusive-or.

        .include "ryg3.inc"

        .export hash_mouse, hash_cat1, hash_cat2, hash_cat3, hash_cat4
        .export getHash, cat_base
.if VERSION >= 4
        .export lock_mouse, lock_cat1, lock_cat2, lock_cat3, lock_cat4
        .export getLock
.endif

; mixPieces: the random bytes of all pieces, where they stand, exclusive-or.
.macro  mixPieces sum, of_mouse, of_cats
        copy #$00, sum
        ldx #Squares - 1
@square:
        ldy board,x
        cpy #Empty
        beq @next
        lda of_mouse,x
        cpy #Mouse
        beq @mix
        txa
        ora cat_base,y
        tay
        lda of_cats,y
@mix:   eor sum
        sta sum
@next:  dex
        bpl @square
        rts
.endmacro

; ---------------------------------------------------------------------------
; getHash -- the board's hash, from scratch
;
; In      board             the pieces                              (position)
;         hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats             (any)
; Out     hash              of the board; the side to move has no part in it
; Uses    A, X, Y
; Time    1033..1033
; Native  engine::ryg3::hash_of
getHash:
        mixPieces hash, hash_mouse, hash_cat1

.if VERSION >= 4
; ---------------------------------------------------------------------------
; getLock -- as getHash, with lock for hash
getLock:
        mixPieces lock, lock_mouse, lock_cat1
.endif

        .segment "RODATA"

; By cat 1..4: where its squares begin in the page of all cats.
cat_base:       .byte $00, $00, $40, $80, $c0

        .segment "PAGES"

; --- the four cats' tables of a kind fill a page -----------------------------
hash_cat1:      .res Squares
hash_cat2:      .res Squares
hash_cat3:      .res Squares
hash_cat4:      .res Squares
        .assert <hash_cat1 = $00, lderror, "hash_cat1 does not begin a page"
.if VERSION >= 4
lock_cat1:      .res Squares
lock_cat2:      .res Squares
lock_cat3:      .res Squares
lock_cat4:      .res Squares
        .assert <lock_cat1 = $00, lderror, "lock_cat1 does not begin a page"
.endif

        .segment "SQUARES"

hash_mouse:     .res Squares
.if VERSION >= 4
lock_mouse:     .res Squares
.endif

        .segment "DATA"

        bytes hash
.if VERSION >= 4
        bytes lock
.endif
