; HashTables.s -- the best move of boards met before, a table for each side.

        .include "ryg3.inc"

        .export collisions_mouse, collisions_cats
        .export hashpos_mouse_start, hashpos_mouse_dest
        .export hashpos_cats_start, hashpos_cats_dest
        .export clearHashPos, addHashPosMouse, addHashPosCats
        .export lookUpMouse, lookUpCats
        .export hashHitMouse, hashHitCats, hashMissMouse, hashMissCats
.if VERSION >= 4
        .export hashpos_mouse_lock, hashpos_cats_lock
        .export lockMissMouse, lockMissCats
.endif
.if VERSION >= 7
        .export addHashPos, lookUp

.endif

        .linecont +

; addTo: keeps the move in the board's slot of a table.
.macro  addTo starts, dests, locks, count
        ldx hash
        lda starts,x
        cmp #None
        beq @free
        inc count
        bne @free
        inc count + 1
@free:  lda hash_start
        sta starts,x
        lda hash_dest
        sta dests,x
.if VERSION >= 4
        lda lock
        sta locks,x
.endif
        rts
.endmacro

; lookIn: the move in the board's slot of a table; the last three are labels of
;         what can come of it.
.macro  lookIn starts, dests, locks, hit, miss, lockMiss
        ldx hash
        lda starts,x
        cmp #None
        beq miss
.if VERSION >= 4
        lda locks,x
        cmp lock
        bne lockMiss
.endif
hit:    lda starts,x
        sta hash_start
        lda dests,x
        sta hash_dest
        rts
miss:   sta hash_start
        copy #SlotEmpty, hash_dest
        rts
.if VERSION >= 4
lockMiss:
        copy #None, hash_start
        copy #OtherLock, hash_dest
        rts
.endif
.endmacro

; ---------------------------------------------------------------------------
; clearHashPos -- both tables empty, nothing counted
;
; Out     hashpos_mouse_start  empty                                ($ff)
;         hashpos_mouse_dest   -                                    ($ff)
;         hashpos_mouse_lock   -                                    ($ff)
;         hashpos_cats_start   -                                    ($ff)
;         hashpos_cats_dest    -                                    ($ff)
;         hashpos_cats_lock    -                                    ($ff)
;         collisions_mouse     none                                 ($00)
;         collisions_cats      -                                    ($00)
; Uses    A, X
; Time    8985..8985
; Native  engine::ryg3::HashTables
clearHashPos:
        lda #None
        ldx #$00
@slot:  sta hashpos_mouse_start,x
        sta hashpos_mouse_dest,x
        sta hashpos_cats_start,x
        sta hashpos_cats_dest,x
.if VERSION >= 4
        sta hashpos_mouse_lock,x
        sta hashpos_cats_lock,x
.endif
        inx
        bne @slot
        stx collisions_mouse
        stx collisions_mouse + 1
        stx collisions_cats
        stx collisions_cats + 1
        rts

; ---------------------------------------------------------------------------
; addHashPosMouse -- keeps the mouse's best move for the board
;
;   It replaces whatever is in the slot: that counts as a collision.
;
; In      (hashes), (kept)
;         hashpos_mouse_start[hash]  what is there          ($00..$3f|$ff)
;         collisions_mouse  so far                                  (any)
; Out     hashpos_mouse_start[hash]  hash_start               ($00..$3f|$ff)
;         hashpos_mouse_dest[hash]   hash_dest                ($00..$3f|$ff)
;         hashpos_mouse_lock[hash]   lock
;         collisions_mouse  one more if the slot was not empty
; Uses    A, X
; Time    46..59
; Native  engine::ryg3::HashTables::add
addHashPosMouse:
        addTo hashpos_mouse_start, hashpos_mouse_dest, hashpos_mouse_lock, \
               collisions_mouse

; ---------------------------------------------------------------------------
; addHashPosCats -- as addHashPosMouse, with cats for mouse
; Time    47..59
addHashPosCats:
        addTo hashpos_cats_start, hashpos_cats_dest, hashpos_cats_lock, \
               collisions_cats

; ---------------------------------------------------------------------------
; lookUpMouse -- the mouse's best move on the board, if it is known
;
; In      (hashes), (mouse_slot)
; Out     (found)
; Uses    A, X
; Time    29..44
; Native  engine::ryg3::HashTables::look_up
lookUpMouse:
        lookIn hashpos_mouse_start, hashpos_mouse_dest, hashpos_mouse_lock, \
               hashHitMouse, hashMissMouse, lockMissMouse

; ---------------------------------------------------------------------------
; lookUpCats -- as lookUpMouse, with cats for mouse
lookUpCats:
        lookIn hashpos_cats_start, hashpos_cats_dest, hashpos_cats_lock, \
               hashHitCats, hashMissCats, lockMissCats

.if VERSION >= 7
; ---------------------------------------------------------------------------
; addHashPos -- keeps the best move of the side to move
;
; In      side              who is to move                          ($00..$01)
;         (hashes), (kept)
;         hashpos_mouse_start[hash]  what is there        ($00..$3f|$ff)
;         hashpos_cats_start[hash]   -                    ($00..$3f|$ff)
;         collisions_mouse  so far                                  (any)
;         collisions_cats   -                                       (any)
; Uses    = addHashPosMouse, addHashPosCats
; Time    55..69
; Native  engine::ryg3::HashTables::add
addHashPos:
        lda side
        bne @cats
        jmp addHashPosMouse
@cats:  jmp addHashPosCats

; ---------------------------------------------------------------------------
; lookUp -- the best move of the side to move, if it is known
;
; In      side              who is to move                          ($00..$01)
;         (hashes), (mouse_slot), (cats_slot)
; Out     (found)
; Uses    = lookUpMouse, lookUpCats
; Time    38..54
; Native  engine::ryg3::HashTables::look_up
lookUp:
        lda side
        bne @cats
        jmp lookUpMouse
@cats:  jmp lookUpCats
.endif

        .segment "PAGES"

hashpos_mouse_start:    .res 256, None
hashpos_mouse_dest:     .res 256, None
hashpos_cats_start:     .res 256, None
hashpos_cats_dest:      .res 256, None
.if VERSION >= 4
hashpos_mouse_lock:     .res 256, None
hashpos_cats_lock:      .res 256, None
.endif
        .assert <hashpos_mouse_start = $00, lderror, "not at a page's begin"

        .segment "DATA"

        bytes hash_start, hash_dest
collisions_mouse:       .res 2  ; lo, hi
collisions_cats:        .res 2
