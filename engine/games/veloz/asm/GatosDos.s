; GatosDos.s -- the cats to move and two plies to go: only moves that the mouse
; notices are made.

        .include "veloz.inc"

        .export gatos2, quieto

.macro  gatoQuieto g
        .local @der, @igual, @noIzq, @no, @corta, @apuntaDer
        ldx cat + g
        txa
        sec
        sbc tmpG
        tay
        lda b + 4,x
        bne @der
        lda tabZonaIzq,y
        beq @igual
        sty tmpA
        ldy tmpH
        txa
        sta deLista,y
        clc
        adc #4
        sta aLista,y
        inc tmpH
        ldy tmpA
@der:   lda b + 5,x
        bne @no
        lda tabZonaDer,y
        bne @apuntaDer
        jsr quieto
        bcc @corta
        bcs @no
@igual: sty tmpA
        jsr quieto
        bcc @corta
        ldy tmpA
        lda b + 5,x
        bne @no
        lda tabZonaDer,y
        beq @no
@apuntaDer:
        ldy tmpH
        txa
        sta deLista,y
        clc
        adc #5
        sta aLista,y
        inc tmpH
        bne @no
@corta: lda W + 3
        rts
@no:
.endmacro


; ---------------------------------------------------------------------------
; gatos2 -- the cats to move, two plies to go: few moves are made
;
;   With two ways up the mouse gets at least the value of the worse one, or of
;   the better one with one neighbour less. A cat far from both changes only the
;   points of the cats' rows.
;
; In      (nodo)
; Out     A                 the value, as far as alpha and beta ask
; Uses    X, Y; K; quien; valores; tmpA; tmpB; tmpC; tmpE; tmpF; tmpG; tmpH;
;         deLista; aLista; stack 2; = raton1
; Time    seen 139..1940
; Native  engine::veloz::Search
gatos2: cuenta nodos
        ldx R + 1
        cpx #4
        bcs @arriba
@lento: jmp gatosLento
@arriba:
        lda b - 5,x
        bne @una
        lda b - 10,x
        clc
        adc b - 9,x
        adc b - 1,x
        sta tmpA
        tay
        lda tabMovs,y
        ldy b - 4,x
        bne @unaIzq
        sta tmpB
        lda b - 9,x
        adc b - 8,x
        adc b + 1,x
        tay
        lda tabMovs,y
        cmp tmpB                ; the lesser to tmpB, the other's sum in Y
        bcs @izq
        ldy tmpB
        sta tmpB
        tya
        ldy tmpA
@izq:   cmp #30
        bcc @lento
        sta tmpC
        lda tabMovs + 1,y       ; what is sure after any move
        cmp tmpB
        bcc @menor
        lda tmpB
@menor: clc
        adc tabArriba,x
        ldy K + 2
        sta tmpA
        lda tabGrupo,y
        tay
        lda tmpA
        adc tabMinimo,y
        cmp W + 4
        bcc @dos
        jmp @cabe
@una:   lda b - 4,x
        bne @lento2
        clc
        lda b - 9,x
        adc b - 8,x
        adc b + 1,x
        tay
        lda tabMovs,y
@unaIzq:
        cmp #30
        bcc @lento2
        sta tmpC
        bcs @dos
@lento2:
        jmp gatosLento
@dos:   lda tmpC
        clc
        adc tabArriba,x
        sta tmpF                ; what the mouse gets if nothing changes
        txa
        sec
        sbc #35
        sta tmpG
        lda W + 4
        sta W + 2
        lda #NoHay
        sta tmpE
        lda #0
        sta tmpH                ; how many moves are to be made
        .repeat 4, G
        gatoQuieto G
        .endrepeat
        ldx tmpH
        beq @nada
@repaso:
        ldy deLista - 1,x
        lda #Vacia
        sta b,y
        lda K + 2
        clc
        adc tabPaso,y
        sta K + 1
        ldy aLista - 1,x
        lda #GatoAqui
        sta b,y
        jsr raton1
        ldx tmpH
        ldy aLista - 1,x
        ldx #Vacia
        stx b,y
        ldx tmpH
        ldy deLista - 1,x
        ldx #GatoAqui
        stx b,y
        cmp W + 2
        bcs @otro
        sta W + 2
        cmp W + 3
        bcc @cota
        beq @cota
@otro:  dec tmpH
        ldx tmpH
        bne @repaso
@puede: lda W + 2
        rts
@nada:  lda tmpE
        bpl @puede
        jmp gatosLento          ; no cat can move
@cabe:  .repeat 4, G
        ldy cat + G
        lda b + 4,y
        beq @alta
        lda b + 5,y
        beq @alta
        .endrepeat
        jmp gatosLento
@alta:  lda W + 4
        rts
@cota:  lda W + 3
        rts

; ---------------------------------------------------------------------------
; quieto -- a cat's move that changes nothing for the mouse
;
; In      X                 where the cat stands, not in row 7      ($00..$1e)
;         K                 by frame, the sum of weights            (nodo)
;         tmpF              what the mouse gets, without the rows   ($70..$90)
;         valores           by depth, alpha and beta                (nodo)
; Out     C                 clear: that is enough                   ($00|$01)
;         tmpE              = X
;         valores           the cats' best so far
; Uses    A, Y
; Time    seen 36..45
quieto: stx tmpE
        lda K + 2
        clc
        adc tabPaso,x
        tay
        lda tabPuntos,y
        clc
        adc tmpF
        cmp W + 2
        bcs @no
        sta W + 2
        cmp W + 3
        beq @corta
@no:    rts
@corta: clc
        rts

        .segment "DATA"

deLista:
        .res 8
aLista: .res 8
