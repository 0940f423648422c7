; Busca.s -- a search: the board that it works on, its table, its result.

        .include "veloz.inc"

        .export preparaBusca, buscaJugada, sumaGatos, bjValor, bjDe, bjA
.if CUENTA
        .export nodos, cortes
.endif

Raton   = $01
Matriz  = tableroActual + 24

; ---------------------------------------------------------------------------
; preparaBusca -- empties the board of the search, once
;
; Out     tablero           border, and no pieces
; Uses    A, X
; Time    605..605
; Native  tablero = the picture in veloz.inc
preparaBusca:
        ldx #45
@bucle: lda tablaVacia,x
        sta b - 5,x
        dex
        bpl @bucle
        rts

.macro  mira casilla, sitio
        .local @nada, @raton
        lda Matriz + casilla
        beq @nada
        bpl @raton
        ldx #sitio
        stx cat,y
        iny
        lda #GatoAqui
        sta b + sitio
        bne @nada
@raton: ldx #sitio
        stx desde
        lda #Muro
        sta b + sitio
@nada:
.endmacro

; ---------------------------------------------------------------------------
; leeTablero -- puts the pieces of the game on the board of the search
;
; In      tableroActual     the game                                (juego)
;         tablero           without pieces                          (libre)
; Out     tablero           the cats, and a wall where the mouse is
;         cat               where the cats stand, upward
;         desde             where the mouse stands                  ($00..$23)
; Uses    A, X, Y
; Time    seen 313..315
leeTablero:
        ldy #0
        .repeat 32, J
        mira 2 * J + (J / 4) .mod 2, J + (J + 4) / 8
        .endrepeat
        rts

; ---------------------------------------------------------------------------
; buscaJugada -- which move is the best, and what the position is worth
;
;   The root tries its moves in the order of version 16 and takes a better one
;   only: the first of the best.
;
; In      tableroActual     the game, either side to move           (juego)
;         tablero           as preparaBusca has left it             (libre)
;         dajProf           the depth                               ($01..$0c)
; Out     bjValor           the value
;         bjDe              from where: a cell, $ff: no move   ($00..$3f|$ff)
;         bjA               to where
;         tablero           without pieces; in $53, $54 what BASIC has there
; Uses    A, X, Y; screen; rutina; rutinaClaves; conTabla; H0; H1; H2; Entrada;
;         valorT; tipoT; marca0T; marca1T; G; S; deLista; aLista; R; quien;
;         valores; cat; K; tmpA; tmpB; tmpC; tmpD; tmpE; tmpF; tmpG; tmpH;
;         tmpI; tmpJ; raizD; desde; hasta; marcoR
; Time    printing
; Native  engine::veloz::Search
buscaJugada:
        lda #Vacia
        sta b + 21
        lda #Muro
        sta b + 22
.if CUENTA
        lda #0
        sta nodos
        sta nodos + 1
        sta nodos + 2
        sta cortes
        sta cortes + 1
        sta cortes + 2
.endif
        jsr leeTablero
        lda #NoHay
        sta bjDe
        sta bjA
        ldy dajProf
        sty raizD
        ldx #0
        cpy #ProfTabla
        bcc @sinTabla
        jsr borraTabla
        ldx #$80
@sinTabla:
        stx conTabla
        lda tableroActual + 4   ; whose turn
        bmi @gatos
        jmp raizRaton
@gatos: jmp raizGatos

; ---------------------------------------------------------------------------
; sumaGatos -- adds up the cats' weights and their keys
;
; In      X                 the frame                               ($00..$07)
;         cat               where the cats stand                    (nodo)
;         conTabla          $80: the keys, too                      ($00|$80)
; Out     K                 in the frame, the sum of weights
;         H0                in the frame, the keys, if asked for
;         H1                -
;         H2                -
; Uses    A, Y
; Time    seen 53..151
sumaGatos:
        ldy cat
        lda tabPeso,y
        clc
        .repeat 3, J
        ldy cat + J + 1
        adc tabPeso,y
        clc
        .endrepeat
        sta K,x
        bit conTabla
        bpl @sinTabla
        .repeat 3, C
        ldy cat
        lda .ident(.sprintf("clave%d", C)),y
        .repeat 3, J
        ldy cat + J + 1
        eor .ident(.sprintf("clave%d", C)),y
        .endrepeat
        sta .ident(.sprintf("H%d", C)),x
        .endrepeat
@sinTabla:
        rts

; ---------------------------------------------------------------------------
; borraTabla -- empties the table
;
; Out     tipoT             no entry
; Uses    A, X
; Time    2889..2889
borraTabla:
        lda #0
        ldx #63
@bucle: .repeat 8, J
        sta tipoT + 64 * J,x
        .endrepeat
        dex
        bpl @bucle
        rts

tablaVacia:
        .repeat 46, J
        .if (J < 5) .or (J > 40) .or ((J - 5) .mod 9 = 4)
        .byte Muro
        .else
        .byte Vacia
        .endif
        .endrepeat

        .segment "DATA"
bjValor:
        .res 1
bjDe:   .res 1
bjA:    .res 1
.if CUENTA
nodos:  .res 3
cortes: .res 3
.endif
