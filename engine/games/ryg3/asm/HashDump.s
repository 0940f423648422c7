; HashDump.s -- both hash tables on the screen: the last of the tests of versions
; 3 and 4, and the command .E from version 9 on.

        .include "ryg3.inc"

.if VERSION <= 4 .or VERSION >= 9
        .export testHashPositions, printPositionsMouse, printPositionsCats
        .export printSlot

; printSlots: those of a table that are not empty.
.macro  printSlots starts, dests, locks
        ldx #$00
@slot:  lda starts,x
        cmp #None
        beq @next
        sta hash_start
        lda dests,x
        sta hash_dest
.if VERSION >= 4
        ldy locks,x
.endif
        jsr printSlot
@next:  inx
        bne @slot
        jmp newLine
.endmacro

; ---------------------------------------------------------------------------
; testHashPositions -- what is in the two hash tables
;
; In      (mouse_table), (cats_table)
; Uses    screen; = printText, printPositionsMouse, printPositionsCats
; Time    printing
testHashPositions:
        say txt_hashpos_mouse
        jsr printPositionsMouse
        say txt_hashpos_cats
        jmp printPositionsCats

; ---------------------------------------------------------------------------
; printPositionsMouse -- the slots of the mouse's table that are not empty
;
; In      (mouse_table)
; Uses    A, X, Y; screen; = printSlot, newLine
; Time    printing
printPositionsMouse:
        printSlots hashpos_mouse_start, hashpos_mouse_dest, hashpos_mouse_lock

; ---------------------------------------------------------------------------
; printPositionsCats -- as printPositionsMouse, with cats for mouse
printPositionsCats:
        printSlots hashpos_cats_start, hashpos_cats_dest, hashpos_cats_lock

; ---------------------------------------------------------------------------
; printSlot -- a slot of a hash table: number, move, lock
;
;   00:E1F200,
;
; In      X                 its number                              (any)
;         Y                 the lock                                (any)
;         (move)
; Uses    A; screen; = printHex, printSquare
; Time    printing
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

txt_hashpos_mouse:
        .byte "HASHPOS MOUSE", Return, $00
txt_hashpos_cats:
        .byte "HASHPOS CATS", Return, $00
.endif
