; TablerosHijos.s -- the board library: a board's parent and its children.
;
; Children are numbered 0..7 in Y and fill their table in order; the first
; high byte $00 ends it.

        .include "ryg1.inc"

        .export damePadre, fijaPadre, dameHijo, fijaHijo, borraHijos
.if VERSION >= 13
        .export dameNumHijos, minValorHijos, maxValorHijos

.endif

; ---------------------------------------------------------------------------
; damePadre -- gets the parent of a board
;
; In      dpTableroLo/Hi    the board                               (node)
; Out     dpPadreLo/Hi      address of its parent ($0000 at the root)
; Uses    A, Y; $fb/$fc
; Time    42..44
; Native  dpPadre = node.padre
damePadre:
        pasaDir dpTablero, ptr
        ldy #nodoPadre
        lda (ptrLo),y
        sta dpPadreLo
        iny
        lda (ptrLo),y
        sta dpPadreHi
        rts

; ---------------------------------------------------------------------------
; fijaPadre -- sets the parent of a board
;
; In      fpTableroLo/Hi    the board                               (node)
;         fpPadreLo/Hi      address of its parent                   (any)
; Out     fpTablero->padre  fpPadre
; Uses    A, Y; $fb/$fc
; Time    44..44
; Native  node.padre = fpPadre
fijaPadre:
        pasaDir fpTablero, ptr
        ldy #nodoPadre
        lda fpPadreLo
        sta (ptrLo),y
        iny
        lda fpPadreHi
        sta (ptrLo),y
        rts

; ---------------------------------------------------------------------------
; dameHijo -- gets a child of a board
;
; In      dhTableroLo/Hi    the board                               (node)
;         Y                 number of the child, kept               ($00..$07)
; Out     dhHijoLo/Hi       address of the child ($0000: no such child)
; Uses    A; $fb/$fc; stack 1
; Time    59..61
; Native  dhHijo = node.hijos[Y]
dameHijo:
        pasaDir dhTablero, ptr
        tya
        pha
        asl                     ; two bytes a child
        clc
        adc #nodoHijos
        tay
        lda (ptrLo),y
        sta dhHijoLo
        iny
        lda (ptrLo),y
        sta dhHijoHi
        pla
        tay
        rts

; ---------------------------------------------------------------------------
; fijaHijo -- sets a child of a board
;
; In      fhTableroLo/Hi    the board                               (node)
;         fhHijoLo/Hi       address of the child                    (any)
;         Y                 number of the child, kept               ($00..$07)
; Out     fhTablero->hijos  the Y-th is fhHijo
; Uses    A; $fb/$fc; stack 1
; Time    61..61
; Native  node.hijos[Y] = fhHijo
fijaHijo:
        pasaDir fhTablero, ptr
        tya
        pha
        asl                     ; two bytes a child
        clc
        adc #nodoHijos
        tay
        lda fhHijoLo
        sta (ptrLo),y
        iny
        lda fhHijoHi
        sta (ptrLo),y
        pla
        tay
        rts

; ---------------------------------------------------------------------------
; borraHijos -- leaves a board without children
;
; In      bhTableroLo/Hi    the board                               (node)
; Out     bhTablero->hijos  all $0000
; Uses    A, Y; $fb/$fc
; Time    231..231
; Native  node.hijos = {}
borraHijos:
        pasaDir bhTablero, ptr
        ldy #nodoHijos
        lda #$00
@borra: sta (ptrLo),y
        iny
        cpy #nodoHijos + 2 * MaxHijos
        bne @borra
        rts

.if VERSION >= 13
; ---------------------------------------------------------------------------
; dameNumHijos -- how many children a board has
;
; In      dnhTableroLo/Hi   the board                               (node)
; Out     dnhNum            children before the first $00xx         ($00..$08)
;         Y                 dnhNum
; Uses    A; stack 3; = dameHijo
; Time    100..667
; Native  dnhNum = children of the node before the first $00xx
dameNumHijos:
        pasaDir dnhTablero, dhTablero
        ldy #$00                ; children found so far
@cuenta:
        jsr dameHijo
        lda dhHijoHi
        beq @fin
        iny
        cpy #MaxHijos
        bne @cuenta
@fin:   sty dnhNum
        rts

; ---------------------------------------------------------------------------
; minValorHijos -- the cats' choice: a board is worth its cheapest child
;
; In      mnvhTableroLo/Hi  the board, its children valued          (tree)
; Out     mnvhTablero->valor least value of the children ($ff: none)
;         mnvhMinimo        the same
; Uses    A, Y; mnvhHijo; stack 3; = dameHijo, dameValor, fijaValor
; Time    164..1443
; Native  node.valor = least valor of the children, unsigned
minValorHijos:
        pon $ff, mnvhMinimo
        ldy #$00
@bucle: hijoDe mnvhTablero, @fin
        sty mnvhHijo
        pasaDir dhHijo, dvTablero
        jsr dameValor
        ldy mnvhHijo
        lda dvValor
        cmp mnvhMinimo
        bcs @otro
        sta mnvhMinimo
@otro:  iny
        cpy #MaxHijos
        bne @bucle
@fin:   pasaDir mnvhTablero, fvTablero
        pasa mnvhMinimo, fvValor
        jsr fijaValor
        rts

; ---------------------------------------------------------------------------
; maxValorHijos -- as minValorHijos, with mxvh for mnvh, Maximo for Minimo
maxValorHijos:
        pon $00, mxvhMaximo
        ldy #$00
@bucle: hijoDe mxvhTablero, @fin
        sty mxvhHijo
        pasaDir dhHijo, dvTablero
        jsr dameValor
        ldy mxvhHijo
        lda dvValor
        cmp mxvhMaximo
        bcc @otro
        sta mxvhMaximo
@otro:  iny
        cpy #MaxHijos
        bne @bucle
@fin:   pasaDir mxvhTablero, fvTablero
        pasa mxvhMaximo, fvValor
        jsr fijaValor
        rts
.endif

        .segment "DATA"

        direcciones dpTablero, dpPadre, fpTablero, fpPadre
        direcciones dhTablero, dhHijo, fhTablero, fhHijo
        direcciones bhTablero
.if VERSION >= 13
        direcciones dnhTablero
        octetos     dnhNum
        direcciones mnvhTablero
        octetos     mnvhMinimo, mnvhHijo
        direcciones mxvhTablero
        octetos     mxvhMaximo, mxvhHijo
.endif
