; HashTests.s -- what the main programs of versions 3 and 4 try out.

        .include "ryg3.inc"

.if VERSION <= 4
        .export testAddHashAndLookUp, printRandomTables, printFound

.if VERSION >= 4
shown_mouse = lock_mouse
shown_cats  = lock_cat1
        .export testRandomizeLocks
.else
shown_mouse = hash_mouse
shown_cats  = hash_cat1
        .export testRandomizeHashes
.endif

TestStart = 4                   ; E1
TestDest  = 13                  ; F2

.if VERSION >= 4
; ---------------------------------------------------------------------------
; testRandomizeLocks -- the locks' tables before and after randomize
;
; In      $d41b             voice 3, as it happens to run           (noise)
;         (random)
; Uses    screen; = printRandomTables, randomize
; Time    printing
testRandomizeLocks:
        jsr printRandomTables
        jsr randomize
        jmp printRandomTables
.else
; ---------------------------------------------------------------------------
; testRandomizeHashes -- as testRandomizeLocks, with hashes for locks
testRandomizeHashes:
        jsr printRandomTables
        jsr randomize
        jmp printRandomTables
.endif

; ---------------------------------------------------------------------------
; printRandomTables -- the mouse's table and the four cats', 64 bytes each
;
; In      (random)
; Uses    A, X; screen; = printText, printHex, newLine
; Time    printing
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
; In      (hashes), (mouse_slot)
;         collisions_mouse  so far                                  (any)
; Uses    screen; = lookUpMouse, addHashPosMouse, printFound
; Time    printing
testAddHashAndLookUp:
        jsr lookUpMouse
        jsr printFound
        copy #TestStart, hash_start
        copy #TestDest, hash_dest
        jsr addHashPosMouse
        jsr lookUpMouse
        jmp printFound

; ---------------------------------------------------------------------------
; printFound -- the answer of a look-up: start and destination as numbers
;
; In      hash_start        the move; $ff: not found          ($00..$3f|$ff)
;         hash_dest         -                                       (any)
; Uses    A, Y; screen; = printText, printHex, newLine
; Time    printing
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
