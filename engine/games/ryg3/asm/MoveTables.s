; MoveTables.s -- where a square leads to, and what stands on it is worth.

        .include "ryg3.inc"

.if VERSION >= 7
        .export mouse_sw, mouse_se, mouse_ne, mouse_nw, cats_sw, cats_se
        .export rank_value, lane_cat1, lane_cat2, lane_cat3, lane_cat4

Neutral = $80                   ; neither side is better

; step: each square's neighbour in a direction, None off the board.
.macro  step files, ranks
        .repeat Squares, s
        file .set s .mod Side + files
        rank .set s / Side + ranks
        .if file >= 0 .and file < Side .and rank >= 0 .and rank < Side
        .byte s + files + Side * ranks
        .else
        .byte None
        .endif
        .endrepeat
.endmacro

; worth: a rank of a lane: the value on one file, nothing on the others.
.macro  worth on, value
        .repeat Side, f
        .byte value * (f = on)
        .endrepeat
.endmacro

; lane: what a cat is worth by its square. It keeps its file on ranks 8, 6, 4, 2
; and stands left of it on the others; off that zig-zag it is worth nothing.
.macro  lane home
        worth home - 1, 0
        worth home, 7
        worth home - 1, 13
        worth home, 18
        worth home - 1, 22
        worth home, 25
        worth home - 1, 27
        worth home, 28
.endmacro

        .segment "TABLES"

mouse_sw:
cats_sw:
        step -1, -1
mouse_se:
cats_se:
        step 1, -1
mouse_ne:
        step 1, 1
mouse_nw:
        step -1, 1

; The mouse's part, and $80: its rank counts.
rank_value:
        .repeat Squares, s
        .byte Neutral + s / Side
        .endrepeat

; The cats' parts: 28 each at the start.
lane_cat1:
        lane 1
lane_cat2:
        lane 3
lane_cat3:
        lane 5
lane_cat4:
        lane 7
        .assert <mouse_sw = $00, lderror, "the tables do not begin a page"
.endif
