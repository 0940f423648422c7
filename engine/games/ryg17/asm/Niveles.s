; Niveles.s -- the search: a routine for each depth and side.

        .include "ryg17.inc"
        .include "niveles.inc"

        .export ratonLento, gatosLento, H0, H1, H2, tipoT, marca1T, conTabla
        .export raton3, raton4, raton5, raton6, raton7, raton8, raton9, raton10
        .export raton11, gatos3, gatos4, gatos5, gatos6, gatos7, gatos8, gatos9
        .export gatos10, gatos11

; ---------------------------------------------------------------------------
; ratonLento -- the mouse to move, two plies to go: each move is made
;
;   What is not between alpha and beta is any value that is not, either.
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; R; valores; stack 2; = gatos1
; Time    111..2510
; Native  engine::ryg17::Search
ratonLento:
        nivelRaton 2

; ---------------------------------------------------------------------------
; gatosLento -- the cats to move, two plies to go: each move is made
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; stack 2; = raton1
; Time    142..1725
; Native  engine::ryg17::Search
gatosLento:
        nivelGatos 2

.if !HOJAS
raton1: nivelRaton 1
gatos1: nivelGatos 1
        .export raton1, gatos1
.endif

; ---------------------------------------------------------------------------
; raton3 -- the mouse to move, three plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 4;
;         = gatos2
; Time    67..4249
; Native  engine::ryg17::Search
raton3: nivelRaton 3

; ---------------------------------------------------------------------------
; gatos3 -- the cats to move, three plies to go
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; stack 4; = raton2
; Time    142..10695
; Native  engine::ryg17::Search
gatos3: nivelGatos 3

; ---------------------------------------------------------------------------
; raton4 -- the mouse to move, four plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 6;
;         = gatos3
; Time    67..20785
; Native  engine::ryg17::Search
raton4: nivelRaton 4

; ---------------------------------------------------------------------------
; gatos4 -- the cats to move, four plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; stack 6; = raton3
; Time    142..15299
; Native  engine::ryg17::Search
gatos4: nivelGatos 4

; ---------------------------------------------------------------------------
; raton5 -- the mouse to move, five plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 8;
;         = gatos4
; Time    67..37323
; Native  engine::ryg17::Search
raton5: nivelRaton 5

; ---------------------------------------------------------------------------
; gatos5 -- the cats to move, five plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; stack 8; = raton4
; Time    142..49343
; Native  engine::ryg17::Search
gatos5: nivelGatos 5

; ---------------------------------------------------------------------------
; raton6 -- the mouse to move, six plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 10;
;         = gatos5
; Time    61..148414
; Native  engine::ryg17::Search
raton6: nivelRaton 6

; ---------------------------------------------------------------------------
; gatos6 -- the cats to move, six plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; stack 10; = raton5
; Time    142..67870
; Native  engine::ryg17::Search
gatos6: nivelGatos 6

; ---------------------------------------------------------------------------
; raton7 -- the mouse to move, seven plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 12;
;         = gatos6
; Time    61..166314
; Native  engine::ryg17::Search
raton7: nivelRaton 7

; ---------------------------------------------------------------------------
; gatos7 -- the cats to move, seven plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; G; S; stack 14; = raton6
; Time    219..248084
; Native  engine::ryg17::Search
gatos7: nivelGatos 7

; ---------------------------------------------------------------------------
; raton8 -- the mouse to move, eight plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 16;
;         = gatos7
; Time    61..424456
; Native  engine::ryg17::Search
raton8: nivelRaton 8

; ---------------------------------------------------------------------------
; gatos8 -- the cats to move, eight plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; G; S; stack 16; = raton7
; Time    219..543265
; Native  engine::ryg17::Search
gatos8: nivelGatos 8

; ---------------------------------------------------------------------------
; raton9 -- the mouse to move, nine plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 18;
;         = gatos8
; Time    61..820994
; Native  engine::ryg17::Search
raton9: nivelRaton 9

; ---------------------------------------------------------------------------
; gatos9 -- the cats to move, nine plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; G; S; stack 20; = raton8
; Time    219..1070118
; Native  engine::ryg17::Search
gatos9: nivelGatos 9

; ---------------------------------------------------------------------------
; raton10 -- the mouse to move, ten plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 22;
;         = gatos9
; Time    61..2492728
; Native  engine::ryg17::Search
raton10:
        nivelRaton 10

; ---------------------------------------------------------------------------
; gatos10 -- the cats to move, ten plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; G; S; stack 22; = raton9
; Time    219..2500363
; Native  engine::ryg17::Search
gatos10:
        nivelGatos 10

; ---------------------------------------------------------------------------
; raton11 -- the mouse to move, eleven plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; R; valores; I; valorT; tipoT; marca0T; marca1T; stack 24;
;         = gatos10
; Time    61..6771149
; Native  engine::ryg17::Search
raton11:
        nivelRaton 11

; ---------------------------------------------------------------------------
; gatos11 -- the cats to move, eleven plies to go
;
; In      (nodo)
;         (clave)
; Out     A                 the value
; Uses    X, Y; K; quien; valores; H0; H1; H2; G; S; stack 26; = raton10
; Time    219..4660690
; Native  engine::ryg17::Search
gatos11:
        nivelGatos 11

        .segment "DATA"

H0:     .res 8
H1:     .res 8
H2:     .res 8
I:      .res 7                  ; the mouse's entry
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
