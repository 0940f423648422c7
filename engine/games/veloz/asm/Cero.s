; Cero.s -- the zero page of the search: BASIC's bytes, since BASIC does not run
; meanwhile, except those that RUN needs (pointers, a byte that must stay 0 for
; arithmetic, and CHRGET: $2b-$38, $68, $73-$8a) and RS-232's pointers.

        .include "veloz.inc"

        .exportzp tablero, quien, valores, R, W, b, cat, K, tmpA, tmpB, tmpC
        .exportzp tmpD, tmpE, tmpF, tmpG
        .exportzp tmpH, tmpI, tmpJ, raizD, desde, hasta, marcoR
        .exportzp P0, P1, P2, P3, P4, P5

        .segment "CEROA": zeropage
R:      .res 7                  ; by frame: where the mouse stands
quien:  .res 5                  ; by frame: the cat that is being moved
.repeat 5, J
.ident(.sprintf("P%d", J + 1)) = quien + J
.endrepeat

        .segment "CEROB": zeropage
valores:
        .res 14
W       = valores - 1           ; by depth, from 1: the best value so far
tmpB:   .res 1
tmpC:   .res 1
tmpD:   .res 1
tmpE:   .res 1

        .segment "CEROC": zeropage
tablero:
        .res 46
b       = tablero + 5

        .segment "CEROD": zeropage
K:      .res 8                  ; by frame: the sum of the cats' weights

        .segment "CEROE": zeropage
tmpG:   .res 1
tmpH:   .res 1
tmpI:   .res 1
tmpJ:   .res 1
raizD:  .res 1                  ; the depth of the search

        .segment "CEROF": zeropage
cat:    .res 4                  ; where the cats stand

tmpA    = $02
P0      = tmpE                  ; where the last ply is made of moves
desde   = $fb                   ; the root's move, for no text is printed then
hasta   = $fc
marcoR  = $fd                   ; the frame of the root's children
tmpF    = $fe
