; FixedTables.s -- random tables that are the same in every run.

        .include "ryg3.inc"

.if VERSION >= 7
        .export fixedTables, nextByte

FirstState = $1980              ; any but zero

; ---------------------------------------------------------------------------
; fixedTables -- fills all random tables, always with the same bytes
;
;   The order is that of randomize.
;
; Out     (random)
; Uses    A, X; stack 2; = nextByte
; Time    38676..38676
; Native  engine::ryg3::fixed_tables
fixedTables:
        copy #<FirstState, state_lo
        copy #>FirstState, state_hi
        ldx #$00
@hashMouse:
        jsr nextByte
        sta hash_mouse,x
        inx
        cpx #Squares
        bne @hashMouse
        ldx #$00
@hashCats:
        jsr nextByte
        sta hash_cat1,x         ; one cat's table after the other
        inx
        bne @hashCats
@lockMouse:
        jsr nextByte
        sta lock_mouse,x
        inx
        cpx #Squares
        bne @lockMouse
        ldx #$00
@lockCats:
        jsr nextByte
        sta lock_cat1,x
        inx
        bne @lockCats
        rts

; ---------------------------------------------------------------------------
; nextByte -- the next byte of a fixed sequence that looks random
;
;   s ^= s << 7, s ^= s >> 9, s ^= s << 8; all 65535 states but 0 come up
;
; In      state_lo          the state s                             (any)
;         state_hi          -                                       (any)
; Out     state_lo          the next one
;         state_hi          -
;         A                 state_hi
; Uses    -
; Time    44..44
; Native  engine::ryg3::fixed_tables
nextByte:
        lda state_hi
        lsr                     ; bit 8 is the lowest bit of s << 7's high byte
        lda state_lo
        ror
        eor state_hi
        sta state_hi            ; high half of s ^= s << 7
        ror                     ; low half: bit 0 to bit 7, and s >> 9 below it
        eor state_lo
        sta state_lo
        eor state_hi            ; s ^= s << 8
        sta state_hi
        rts

        .segment "DATA"

        bytes state_lo, state_hi
.endif
