; Hojas.s -- the last plies: static evaluation, and the move before it.

        .include "veloz.inc"

        .export evalua, raton0, gatos0
        .export raton1, gatos1

; ---------------------------------------------------------------------------
; raton0 -- static evaluation at depth 0, mouse to move
;
; In      (nodo)
; Out     A                 its value
; Uses    X, Y
; Time    seen 44..44
; Native  engine::ryg1::evaluate
raton0: ldx R
        lda b - 5,x
        clc
        adc b - 4,x
        adc b + 4,x
        adc b + 5,x
        tay
        lda tabMovs,y
        adc tabFila,x
        ldy K
        adc tabPuntos,y
        rts
; ---------------------------------------------------------------------------
; gatos0 -- static evaluation at depth 0, cats to move
;
; In      (nodo)
; Out     A                 its value
; Uses    X, Y; tmpA
; Time    seen 50..50
; Native  engine::ryg1::evaluate
gatos0: ldx R
        ldy K + 1
        ; fall through

; ---------------------------------------------------------------------------
; evalua -- static evaluation of a board
;
; In      tablero           the board of the search                 (nodo)
;         X                 where the mouse stands                  (nodo)
;         Y                 the sum of the cats' weights            (nodo)
; Out     A                 its value                          ($50..$9e)
; Uses    tmpA
; Time    seen 44..44
; Native  engine::ryg1::evaluate
evalua: sty tmpA
        lda b - 5,x
        clc
        adc b - 4,x
        adc b + 4,x
        adc b + 5,x
        tay
        lda tabMovs,y
        adc tabFila,x
        ldy tmpA
        adc tabPuntos,y
        rts

; ---------------------------------------------------------------------------
; raton1 -- the mouse to move, then static evaluation: no move is made
;
;   A way up with two free neighbours or more is as good as any way down.
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; tmpA
; Time    seen 61..169
; Native  engine::veloz::Minimax
raton1: ldx R + 1
        lda b - 5,x
        bne @derecha
        lda b - 10,x
        clc
        adc b - 9,x
        adc b - 1,x
        tay
        lda tabMovs,y
        ldy b - 4,x
        bne @subio
        sta tmpA
@sube2: lda b - 9,x
        adc b - 8,x
        adc b + 1,x
        tay
        lda tabMovs,y
        cmp tmpA
        bcs @subio
        lda tmpA
@subio: cmp #30
        bcc @baja
        clc
@suma:  adc tabArriba,x
@puntos:
        ldy K + 1
        clc
        adc tabPuntos,y
        rts
@derecha:
        lda b - 4,x
        bne @abajo
        sta tmpA
        clc
        bcc @sube2
@baja:  adc tabArriba,x         ; one free: down may be as good
        sta tmpA
        jmp @bajos
@abajo: lda #0
        sta tmpA
@bajos: lda b + 4,x
        bne @bajo2
        lda b - 1,x
        clc
        adc b + 8,x
        adc b + 9,x
        tay
        lda tabMovs,y
        adc tabAbajo,x
        cmp tmpA
        bcc @bajo2
        sta tmpA
@bajo2: lda b + 5,x
        bne @mejor
        lda b + 1,x
        clc
        adc b + 9,x
        adc b + 10,x
        tay
        lda tabMovs,y
        adc tabAbajo,x
        cmp tmpA
        bcs @puntos
@mejor: lda tmpA
        bne @puntos
        ldy K + 1
        jmp evalua

; ---------------------------------------------------------------------------
; gatos1 -- the cats to move, then static evaluation: no move is made
;
;   If cats are behind the others, only their moves gain the points of rows,
;   which count more than a neighbour of the mouse, except its last one.
;
; In      (nodo)
; Out     A                 the value
; Uses    X, Y; tmpA; tmpB; tmpC; tmpD; tmpE
; Time    seen 209..571
; Native  engine::veloz::Minimax
gatos1: ldx R
        txa
        sec
        sbc #36                 ; one more, for subtractions that borrow
        sta tmpD
        lda b - 5,x
        clc
        adc b - 4,x
        adc b + 4,x
        adc b + 5,x
        sta tmpA                ; the walls around the mouse
        lda #$ff
        sta tmpC
        ldy K + 1
        lda tabGrupo,y
        cmp #3                  ; a cat behind, or more, with others before it:
        ldx #NoHay              ; only its moves bring points
        bcc @cualquiera         ; or all bring the same
        ldy tmpA
        lda tabMovs,y
        cmp #30                 ; but the mouse's last way out counts more
        bcs @varias
@todos: jmp gatosTodos
@varias:
        lda cat
        cmp cat + 1
        bcc @1
        lda cat + 1
@1:     cmp cat + 2
        bcc @2
        lda cat + 2
@2:     cmp cat + 3
        bcc @3
        lda cat + 3
@3:     tay
        ldx tabSigue,y
@cualquiera:
        stx tmpB                ; cats before this place
        .repeat 4, G
        .scope
        ldx cat + G
        cpx tmpB
        bcs no
        txa
        sbc tmpD                ; carry clear
        tay
        lda b + 4,x
        bne der
        lda tmpA
        clc
        adc tabVecIzq,y
        stx tmpE
        tax
        lda tabMovs,x
        ldx tmpE
        cmp tmpC
        bcs der
        sta tmpC
der:    lda b + 5,x
        bne no
        lda tmpA
        clc
        adc tabVecDer,y
        tay
        lda tabMovs,y
        cmp tmpC
        bcs no
        sta tmpC
no:
        .endscope
        .endrepeat
        ldx tmpC
        cpx #$ff
        beq gatosTodos
        ldy K + 1
        lda tabGrupo,y
        tay
        txa
        ldx R
        clc
        adc tabFila,x
        adc tabMinimo,y
        rts

; The gain of a cat's step that changes the walls around the mouse in this way.
.macro  valora tabla, no
        lda tmpA
        clc
        adc tabla,y
        tay
        lda tabMovs,y
        sta tmpE
        lda K + 1
        clc
        adc tabPaso,x
        tay
        lda tabPuntos,y
        clc
        adc tmpE
        cmp tmpC
        bcs no
        sta tmpC
.endmacro

; All moves.
gatosTodos:
        .repeat 4, G
        .scope
        ldx cat + G
        txa
        clc
        sbc tmpD
        tay
        sty tmpB
        lda b + 4,x
        bne der
        valora tabVecIzq, der
der:    lda b + 5,x
        bne no
        ldy tmpB
        valora tabVecDer, no
no:
        .endscope
        .endrepeat
        ldx R
        lda tmpC
        cmp #$ff
        beq @muerto
        clc
        adc tabFila,x
        rts
@muerto:
        ldy K + 1
        jmp evalua
