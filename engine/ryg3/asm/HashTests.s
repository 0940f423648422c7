; HashTests.s -- what the main programs of versions 3 and 4 try out.

        .include "ryg3.inc"

.if VERSION <= 4
        .export testAddHashAndLookUp, testHashPositions
        .export printRandomTables, printFound, printSlot
        .export printPositionsMouse, printPositionsCats

        .import hash_start, hash_dest
        .import hashpos_mouse_start, hashpos_mouse_dest
        .import hashpos_cats_start, hashpos_cats_dest
        .import randomize, addHashPosMouse, lookUpMouse
        .import printText, textLo, textHi, printHex, printSquare, newLine
.if VERSION >= 4
        .import hashpos_mouse_lock, hashpos_cats_lock
        .import lock_mouse, lock_cat1
shown_mouse = lock_mouse
shown_cats  = lock_cat1
        .export testRandomizeLocks
.else
        .import hash_mouse, hash_cat1
shown_mouse = hash_mouse
shown_cats  = hash_cat1
        .export testRandomizeHashes
.endif

TestStart = 4                   ; E1
TestDest  = 13                  ; F2

        .segment "CODE"

.if VERSION >= 4
; ---------------------------------------------------------------------------
; testRandomizeLocks -- the locks' tables before and after randomize
;
; In      $d41b             voice 3, as it happens to run           (noise)
;         hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats               (any)
;         lock_mouse        and for the lock                        (any)
;         lock_cat1..lock_cat4  -                                   (any)
; Out     -
; Uses    screen; = printRandomTables, randomize
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
testRandomizeLocks:
        jsr printRandomTables
        jsr randomize
        jmp printRandomTables
.else
; ---------------------------------------------------------------------------
; testRandomizeHashes -- the hashes' tables before and after randomize
;
; In      $d41b             voice 3, as it happens to run           (noise)
;         hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats               (any)
;         lock_mouse        and for the lock                        (any)
;         lock_cat1..lock_cat4  -                                   (any)
; Out     -
; Uses    screen; = printRandomTables, randomize
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
testRandomizeHashes:
        jsr printRandomTables
        jsr randomize
        jmp printRandomTables
.endif

; ---------------------------------------------------------------------------
; printRandomTables -- the mouse's table and the four cats', 64 bytes each
;
; In      hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats               (any)
;         lock_mouse        and for the lock                        (any)
;         lock_cat1..lock_cat4  -                                   (any)
; Out     -
; Uses    A, X; screen; = printText, printHex, newLine
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
printRandomTables:
        say txt_tables
        ldx #$00
@mouse: lda shown_mouse,x
        jsr printHex
        inx
        cpx #Squares
        bne @mouse
        jsr newLine
        ldx #$00
@cats:  lda shown_cats,x
        jsr printHex
        inx
        txa
        and #Squares - 1
        bne @cats
        jsr newLine
        txa
        bne @cats
        rts

; ---------------------------------------------------------------------------
; testAddHashAndLookUp -- looks a move up, puts E1F2 in, and looks again
;
; In      hash              of the board                            (any)
;         lock              -                                       (any)
;         hashpos_mouse_start[hash]  the slot             ($00..$3f|$ff)
;         hashpos_mouse_dest[hash]   -                          ($00..$3f)
;         hashpos_mouse_lock[hash]   -                              (any)
;         collisions_mouse  so far                                  (any)
; Out     -
; Uses    screen; = lookUpMouse, addHashPosMouse, printFound
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
testAddHashAndLookUp:
        jsr lookUpMouse
        jsr printFound
        lda #TestStart
        sta hash_start
        lda #TestDest
        sta hash_dest
        jsr addHashPosMouse
        jsr lookUpMouse
        jmp printFound

; ---------------------------------------------------------------------------
; printFound -- the answer of a look-up: start and destination as numbers
;
; In      hash_start        the move; $ff: not found          ($00..$3f|$ff)
;         hash_dest         -                                       (any)
; Out     -
; Uses    A, Y; screen; = printText, printHex, newLine
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
printFound:
        lda hash_start
        cmp #None
        beq @none
        jsr printHex
        lda hash_dest
        jsr printHex
        jmp newLine
@none:  say txt_none
        rts

; ---------------------------------------------------------------------------
; testHashPositions -- what is in the two hash tables
;
; In      hashpos_mouse_start  the table                 ($00..$3f|$ff)
;         hashpos_mouse_dest   -                                    ($00..$3f)
;         hashpos_mouse_lock   -                                    (any)
;         hashpos_cats_start  the table                  ($00..$3f|$ff)
;         hashpos_cats_dest   -                                    ($00..$3f)
;         hashpos_cats_lock   -                                    (any)
; Out     -
; Uses    screen; = printText, printPositionsMouse, printPositionsCats
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
testHashPositions:
        say txt_mouse
        jsr printPositionsMouse
        say txt_cats
        jmp printPositionsCats

; ---------------------------------------------------------------------------
; printPositionsMouse -- the slots of the mouse's table that are not empty
;
; In      hashpos_mouse_start  the table                 ($00..$3f|$ff)
;         hashpos_mouse_dest   -                                    ($00..$3f)
;         hashpos_mouse_lock   -                                    (any)
; Out     -
; Uses    A, X, Y; screen; = printSlot, newLine
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
printPositionsMouse:
        ldx #$00
@slot:  lda hashpos_mouse_start,x
        cmp #None
        beq @next
        sta hash_start
        lda hashpos_mouse_dest,x
        sta hash_dest
.if VERSION >= 4
        ldy hashpos_mouse_lock,x
.endif
        jsr printSlot
@next:  inx
        bne @slot
        jmp newLine

; ---------------------------------------------------------------------------
; printPositionsCats -- the slots of the cats' table that are not empty
;
; In      hashpos_cats_start  the table                  ($00..$3f|$ff)
;         hashpos_cats_dest   -                                    ($00..$3f)
;         hashpos_cats_lock   -                                    (any)
; Out     -
; Uses    A, X, Y; screen; = printSlot, newLine
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
printPositionsCats:
        ldx #$00
@slot:  lda hashpos_cats_start,x
        cmp #None
        beq @next
        sta hash_start
        lda hashpos_cats_dest,x
        sta hash_dest
.if VERSION >= 4
        ldy hashpos_cats_lock,x
.endif
        jsr printSlot
@next:  inx
        bne @slot
        jmp newLine

; ---------------------------------------------------------------------------
; printSlot -- a slot of a hash table: number, move, lock
;
;   00:E1F200,
;
; In      X                 its number                              (any)
;         Y                 the lock                                (any)
;         hash_start        the move                                ($00..$3f)
;         hash_dest         -                                       ($00..$3f)
; Out     -
; Uses    A; screen; = printHex, printSquare
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
printSlot:
        txa
        jsr printHex
        lda #':'
        jsr chrout
        lda hash_start
        jsr printSquare
        lda hash_dest
        jsr printSquare
.if VERSION >= 4
        tya
        jsr printHex
.endif
        lda #','
        jmp chrout

        .segment "RODATA"

.if VERSION >= 4
txt_tables:     .byte "LOCK TABLES", Return, $00
.else
txt_tables:     .byte "HASH TABLES", Return, $00
.endif
txt_none:       .byte "NOT FOUND", Return, $00
txt_mouse:      .byte "HASHPOS MOUSE", Return, $00
txt_cats:       .byte "HASHPOS CATS", Return, $00
.endif
