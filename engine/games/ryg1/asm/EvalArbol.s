; EvalArbol.s -- what a board is worth by the tree below it.
;
;   version 12   evaluaArbol: every node by itself
;   from 13      miniMax: the leaves by themselves, the others by their
;                children, the mouse taking the greatest, the cats the least

        .include "ryg1.inc"

.if VERSION = 12
        .export evaluaArbol, eaFin
.else
        .export miniMax, minHijos, maxHijos

.endif

.if VERSION = 12
; ---------------------------------------------------------------------------
; evaluaArbol -- values every board of a tree by itself, recursively
;
; In      eaTableroLo/Hi    the root                                (tree)
;         eaProf            depth of the tree; $ff: nothing to do ($00..$05|$ff)
; Out     eaTablero->valor  its own value
; Uses    A, X, Y; tree; stack 42; = evaluaTablero, dameHijo
; Time    seen 14..1324168
; Native  engine::ryg1::evaluate_all
evaluaArbol:
        lda eaProf
        cmp #$ff
        bne @sigue
        rts

@sigue: pasaDir eaTablero, etTablero
        jsr evaluaTablero

        ldy #$00
@bucle: hijoDe eaTablero, eaFin

        ; of this level, all that is needed again
        guarda eaTableroLo, eaTableroHi, eaProf
        tya
        pha
        pasaDir dhHijo, eaTablero
        sec
        lda eaProf
        sbc #$01
        sta eaProf
        jsr evaluaArbol
        pla
        tay
        recupera eaProf, eaTableroHi, eaTableroLo

        iny
        cpy #MaxHijos
        bne @bucle
eaFin:  rts
.else

; ---------------------------------------------------------------------------
; miniMax -- values a tree: leaves by themselves, boards by their children
;
; In      mmTableroLo/Hi    the root                                (tree)
; Out     mmTablero->valor  its value
; Uses    A, X, Y; mmTableroLo/Hi; tree; stack 47; = dameNumHijos,
;         evaluaTablero, dameDatosBasicos, minHijos, maxHijos
; Time    seen 3300..3808583
; Native  engine::ryg1::minimax
miniMax:
        pasaDir mmTablero, dnhTablero
        jsr dameNumHijos
        lda dnhNum
        bne @intermedio
        pasaDir mmTablero, etTablero
        jsr evaluaTablero
        rts

@intermedio:
        pasaDir mmTablero, ddbTablero
        jsr dameDatosBasicos
        lda ddbTurno
        cmp #Gato
        beq @gatos
        pasaDir mmTablero, mxhTablero
        jsr maxHijos
        rts
@gatos: pasaDir mmTablero, mnhTablero
        jsr minHijos
        rts

; ---------------------------------------------------------------------------
; minHijos -- values a board in which the cats move, and all below it
;
; In      mnhTableroLo/Hi   the board                               (tree)
; Out     mnhTablero->valor the least value of its children ($ff: none)
; Uses    A, X, Y; tree; stack 45; = dameHijo, miniMax, minValorHijos
; Time    seen 282..4319936
; Native  engine::ryg1::minimax
minHijos:
        ldy #$00
@bucle: hijoDe mnhTablero, @fin
        ; of this level, all that is needed again
        guarda mnhTableroLo, mnhTableroHi
        tya
        pha
        pasaDir dhHijo, mmTablero
        jsr miniMax
        pla
        tay
        recupera mnhTableroHi, mnhTableroLo
        iny
        cpy #MaxHijos
        bne @bucle
@fin:   pasaDir mnhTablero, mnvhTablero
        jsr minValorHijos
        rts

; ---------------------------------------------------------------------------
; maxHijos -- as minHijos, with mxh for mnh, maxValor for minValor
; Time    seen 283..3590479
maxHijos:
        ldy #$00
@bucle: hijoDe mxhTablero, @fin
        ; of this level, all that is needed again
        guarda mxhTableroLo, mxhTableroHi
        tya
        pha
        pasaDir dhHijo, mmTablero
        jsr miniMax
        pla
        tay
        recupera mxhTableroHi, mxhTableroLo
        iny
        cpy #MaxHijos
        bne @bucle
@fin:   pasaDir mxhTablero, mxvhTablero
        jsr maxValorHijos
        rts
.endif

        .segment "DATA"

.if VERSION = 12
        direcciones eaTablero
        octetos     eaProf
.else
        direcciones mmTablero, mnhTablero, mxhTablero
.endif
