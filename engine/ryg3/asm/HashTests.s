; HashTests.s -- what the main programs of versions 3 and 4 try out.

        .include "ryg3.inc"

.if VERSION <= 4
        .export testAddHashAndLookUp, printRandomTables, printFound

        .import hash_start, hash_dest
        .import randomize, addHashPosMouse, lookUpMouse
        .import printText, textLo, textHi, printHex, newLine
.if VERSION >= 4
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

        .segment "RODATA"

.if VERSION >= 4
txt_tables:     .byte "LOCK TABLES", Return, $00
.else
txt_tables:     .byte "HASH TABLES", Return, $00
.endif
txt_none:       .byte "NOT FOUND", Return, $00
.endif
