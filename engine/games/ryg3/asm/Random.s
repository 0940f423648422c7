; Random.s -- the random tables: noise of the SID, or always the same bytes.

        .include "ryg3.inc"

        .export randomize
        .export randHashMouse
        .export randHashCat1, randHashCat2, randHashCat3, randHashCat4
.if VERSION >= 4
        .export randLockMouse
        .export randLockCat1, randLockCat2, randLockCat3, randLockCat4
.endif

; readNoise: a reading of voice 3 that is not zero.
.macro  readNoise
        .local again
again:  lda Voice3Output
        beq again
.endmacro

; fillTable: each byte of a table is a reading mixed with the byte before it.
.macro  fillTable table
        .local square
        ldx #$00
square: readNoise
        eor seed
        sta seed
        sta table,x
        inx
        cpx #Squares
        bne square
        rts
.endmacro

; ---------------------------------------------------------------------------
; (noisy) -- a byte that is not 0, exclusive-or the byte before it
;
; In      $d41b             voice 3: noise                                (noise)
;         seed              the byte to go on from                          (any)
; Out     seed              the last byte written

; ---------------------------------------------------------------------------
; randomize -- fills all random tables with noise
;
;   Only a SID that has been running makes quite other tables: its register
;   starts from the same state whenever the C64 is switched on, and badlines
;   alone shift the readings.
;
; In      $d41b             voice 3, as it happens to run           (noise)
; Out     seed              the last byte written
;         (random)
; Uses    A, X; stack 2; = randHashMouse, randHashCat1, randHashCat2,
;         randHashCat3, randHashCat4, randLockMouse, randLockCat1,
;         randLockCat2, randLockCat3, randLockCat4
; Time    seen 16865..17488
; Native  each byte = the one before ^ a reading of voice 3 that is not 0
randomize:
        lda #$ff                ; the highest frequency: a new byte in 16 cycles
        sta Voice3FreqLo
        sta Voice3FreqHi
        lda #$81                ; noise, gate on
        sta Voice3Control
        readNoise
        sta seed
        jsr randHashMouse
        jsr randHashCat1
        jsr randHashCat2
        jsr randHashCat3
        jsr randHashCat4
.if VERSION >= 4
        jsr randLockMouse
        jsr randLockCat1
        jsr randLockCat2
        jsr randLockCat3
        jsr randLockCat4
.endif
        rts

; ---------------------------------------------------------------------------
; randHashMouse -- noise for the hash of the mouse
;
; In      (noisy)
; Out     hash_mouse        noise
;         (noisy)
; Uses    A, X
; Time    1671..2119
randHashMouse:
        fillTable hash_mouse

; ---------------------------------------------------------------------------
; randHashCat1 -- as randHashMouse, with hash_cat1 for hash_mouse
randHashCat1:
        fillTable hash_cat1

; ---------------------------------------------------------------------------
; randHashCat2 -- as randHashMouse, with hash_cat2 for hash_mouse
randHashCat2:
        fillTable hash_cat2

; ---------------------------------------------------------------------------
; randHashCat3 -- as randHashMouse, with hash_cat3 for hash_mouse
randHashCat3:
        fillTable hash_cat3

; ---------------------------------------------------------------------------
; randHashCat4 -- as randHashMouse, with hash_cat4 for hash_mouse
randHashCat4:
        fillTable hash_cat4

.if VERSION >= 4
; ---------------------------------------------------------------------------
; randLockMouse -- as randHashMouse, with lock_mouse for hash_mouse
randLockMouse:
        fillTable lock_mouse

; ---------------------------------------------------------------------------
; randLockCat1 -- as randHashMouse, with lock_cat1 for hash_mouse
randLockCat1:
        fillTable lock_cat1

; ---------------------------------------------------------------------------
; randLockCat2 -- as randHashMouse, with lock_cat2 for hash_mouse
randLockCat2:
        fillTable lock_cat2

; ---------------------------------------------------------------------------
; randLockCat3 -- as randHashMouse, with lock_cat3 for hash_mouse
; Time    1734..2210
randLockCat3:
        fillTable lock_cat3

; ---------------------------------------------------------------------------
; randLockCat4 -- as randHashMouse, with lock_cat4 for hash_mouse
randLockCat4:
        fillTable lock_cat4
.endif

        .segment "DATA"

        bytes seed
