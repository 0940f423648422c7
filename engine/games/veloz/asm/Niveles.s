; Niveles.s -- the search: a routine for each depth and side.

        .include "veloz.inc"
        .include "niveles.inc"

        .export ratonLento, gatosLento, H0, H1, H2, tipoT, marca1T, conTabla
        .export raton3, raton4, raton5, raton6, raton7, raton8, raton9, raton10
        .export raton11, gatos3, gatos4, gatos5, gatos6, gatos7, gatos8, gatos9
        .export gatos10, gatos11

; ---------------------------------------------------------------------------
; ratonLento -- the mouse to move, two plies to go: each move is made
;
;   A value outside of alpha and beta may be replaced by any other outside.
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; R; valores; stack 2; = gatos1
; Time    seen 111..2510
; Native  engine::veloz::Search
ratonLento:
        nivelRaton 2

; ---------------------------------------------------------------------------
; gatosLento -- the cats to move, two plies to go: each move is made
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; stack 2; = raton1
; Time    seen 142..1725
; Native  engine::veloz::Search
gatosLento:
        nivelGatos 2


; ---------------------------------------------------------------------------
; raton3 -- the mouse to move, three plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
;         valorT            by entry, what is known of nodes
;         tipoT             -
;         marca0T           -
;         marca1T           -
; Uses    X, Y; R; valores; Entrada; stack 4; = gatos2
; Time    seen 67..4249
; Native  engine::veloz::Search
raton3: nivelRaton 3

; ---------------------------------------------------------------------------
; gatos3 -- the cats to move, three plies to go
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; stack 4; = raton2
; Time    seen 142..10695
; Native  engine::veloz::Search
gatos3: nivelGatos 3

; ---------------------------------------------------------------------------
; raton4 -- as raton3, with gatos3 for gatos2, 6 for 4
; Time    seen 67..20785
raton4: nivelRaton 4

; ---------------------------------------------------------------------------
; gatos4 -- the cats to move, four plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; stack 6; = raton3
; Time    seen 142..15299
; Native  engine::veloz::Search
gatos4: nivelGatos 4

; ---------------------------------------------------------------------------
; raton5 -- as raton4, with gatos4 for gatos3, 8 for 6
; Time    seen 67..37323
raton5: nivelRaton 5

; ---------------------------------------------------------------------------
; gatos5 -- as gatos4, with raton4 for raton3, 8 for 6
; Time    seen 142..49343
gatos5: nivelGatos 5

; ---------------------------------------------------------------------------
; raton6 -- as raton5, with gatos5 for gatos4, 10 for 8
; Time    seen 61..148414
raton6: nivelRaton 6

; ---------------------------------------------------------------------------
; gatos6 -- as gatos5, with raton5 for raton4, 10 for 8
; Time    seen 142..67870
gatos6: nivelGatos 6

; ---------------------------------------------------------------------------
; raton7 -- as raton6, with gatos6 for gatos5, 12 for 10
; Time    seen 61..166314
raton7: nivelRaton 7

; ---------------------------------------------------------------------------
; gatos7 -- the cats to move, seven plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; G; S; stack 14; = raton6
; Time    seen 219..248084
; Native  engine::veloz::Search
gatos7: nivelGatos 7

; ---------------------------------------------------------------------------
; raton8 -- as raton7, with gatos7 for gatos6, 16 for 12
; Time    seen 61..424456
raton8: nivelRaton 8

; ---------------------------------------------------------------------------
; gatos8 -- as gatos7, with raton7 for raton6, 16 for 14
; Time    seen 219..543265
gatos8: nivelGatos 8

; ---------------------------------------------------------------------------
; raton9 -- as raton8, with gatos8 for gatos7, 18 for 16
; Time    seen 61..820994
raton9: nivelRaton 9

; ---------------------------------------------------------------------------
; gatos9 -- as gatos8, with raton8 for raton7, 20 for 16
; Time    seen 219..1070118
gatos9: nivelGatos 9

; ---------------------------------------------------------------------------
; raton10 -- as raton9, with gatos9 for gatos8, 22 for 18
; Time    seen 61..2492728
raton10:
        nivelRaton 10

; ---------------------------------------------------------------------------
; gatos10 -- as gatos9, with raton9 for raton8, 22 for 20
; Time    seen 219..2500363
gatos10:
        nivelGatos 10

; ---------------------------------------------------------------------------
; raton11 -- as raton10, with gatos10 for gatos9, 24 for 22
; Time    seen 61..6771149
raton11:
        nivelRaton 11

; ---------------------------------------------------------------------------
; gatos11 -- as gatos10, with raton10 for raton9, 26 for 22
; Time    seen 219..4660690
gatos11:
        nivelGatos 11

        .segment "DATA"

H0:     .res 8
H1:     .res 8
H2:     .res 8
Entrada: .res 7                 ; the mouse's entry
G:      .res 7                  ; the cat whose turn it is,
S:      .res 7                  ; and its step
conTabla:
        .res 1

        .segment "TABLA"

tipoT:  .res 512
valorT: .res 512
marca0T:
        .res 512
marca1T:
        .res 512
