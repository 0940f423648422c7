; Tableros.s -- the board library: a node's plain fields, set up and copied.
;
; A board is passed as the address of its node. The matrix is read and written
; in TablerosCasillas.s, parent and children in TablerosHijos.s.

        .include "ryg1.inc"

        .export inicializaTablero, fijaDatosBasicos, dameDatosBasicos
        .export copiaTablero, copiaTableroSinHijos, copiaTableroRaiz
.if VERSION >= 13
        .export dameValor, fijaValor
.endif

; ---------------------------------------------------------------------------
; inicializaTablero -- sets up the start of a game
;
;   mouse (7,3); cats (0,0), (0,2), (0,4), (0,6); the mouse is to move
;
; In      itTableroLo/Hi    where the board goes                    (room)
; Out     itTablero->*      the start position: nivel 0, turno $01,
;                           valor $80, padre and hijos $0000
; Uses    A, X, Y; $fb/$fc; stack 4; = fijaDatosBasicos, fijaContenido
; Time    1682..1682
; Native  engine::start_position
inicializaTablero:
        pasaDir itTablero, ptr
        ldy #TamNodo - 1
        lda #$00                ; also empties the matrix and the links
@borra: sta (ptrLo),y
        dey
        bpl @borra
        ldy #nodoMarca + 2
        lda #Marca
@marca: sta (ptrLo),y
        dey
        bpl @marca

        pasaDir itTablero, fdbTablero
        pon $00, fdbNivel
        pon Raton, fdbTurno
        pon Neutro, fdbValor
        jsr fijaDatosBasicos

        pasaDir itTablero, fcTablero
        pon $07, fcFila
        pon $03, fcColumna
        pon Raton, fcContenido
        jsr fijaContenido

        pon $00, fcFila
        pon Gato, fcContenido
        ldx #$00
@gatos: stx fcColumna
        jsr fijaContenido
        inx
        inx                     ; only the dark squares are played on
        cpx #NumFilas
        bne @gatos
        rts

; ---------------------------------------------------------------------------
; fijaDatosBasicos -- sets level, turn and value of a board
;
; In      fdbTableroLo/Hi   the board                               (node)
;         fdbNivel          its level in the tree                   (any)
;         fdbTurno          who is to move                          ($01|$ff)
;         fdbValor          its value                               (any)
; Out     fdbTablero->nivel fdbNivel
;         fdbTablero->turno fdbTurno
;         fdbTablero->valor fdbValor
; Uses    A, Y; $fb/$fc
; Time    56..56
; Native  node.nivel, turno, valor = fdbNivel, fdbTurno, fdbValor
fijaDatosBasicos:
        pasaDir fdbTablero, ptr
        ldy #nodoNivel
        lda fdbNivel
        sta (ptrLo),y
        iny
        lda fdbTurno
        sta (ptrLo),y
        iny
        lda fdbValor
        sta (ptrLo),y
        rts

; ---------------------------------------------------------------------------
; dameDatosBasicos -- gets level, turn and value of a board
;
; In      ddbTableroLo/Hi   the board                               (node)
; Out     ddbNivel          its level in the tree
;         ddbTurno          who is to move                          ($01|$ff)
;         ddbValor          its value
; Uses    A, Y; $fb/$fc
; Time    53..56
; Native  ddbNivel, ddbTurno, ddbValor = node.nivel, turno, valor
dameDatosBasicos:
        pasaDir ddbTablero, ptr
        ldy #nodoNivel
        lda (ptrLo),y
        sta ddbNivel
        iny
        lda (ptrLo),y
        sta ddbTurno
        iny
        lda (ptrLo),y
        sta ddbValor
        rts

.if VERSION >= 13
; ---------------------------------------------------------------------------
; dameValor -- gets the value of a board
;
; In      dvTableroLo/Hi    the board                               (node)
; Out     dvValor           its value
; Uses    A, Y; $fb/$fc
; Time    31..32
; Native  dvValor = node.valor
dameValor:
        pasaDir dvTablero, ptr
        ldy #nodoValor
        lda (ptrLo),y
        sta dvValor
        rts

; ---------------------------------------------------------------------------
; fijaValor -- sets the value of a board
;
; In      fvTableroLo/Hi    the board                               (node)
;         fvValor           its value                               (any)
; Out     fvTablero->valor  fvValor
; Uses    A, Y; $fb/$fc
; Time    32..32
; Native  node.valor = fvValor
fijaValor:
        pasaDir fvTablero, ptr
        ldy #nodoValor
        lda fvValor
        sta (ptrLo),y
        rts
.endif

; ---------------------------------------------------------------------------
; copiaTablero -- copies a board, links and all
;
; In      ctOrigenLo/Hi     the board                               (node)
;         ctDestinoLo/Hi    where the copy goes                     (room)
; Out     ctDestino->*      the 88 bytes at ctOrigen
; Uses    A, Y; $fb/$fc; $fd/$fe
; Time    1443..1530
; Native  destination = origin
copiaTablero:
        pasaDir ctOrigen, ptr
        pasaDir ctDestino, ptr2
        ldy #TamNodo - 1
@copia: lda (ptrLo),y
        sta (ptr2Lo),y
        dey
        bpl @copia
        rts

; ---------------------------------------------------------------------------
; copiaTableroSinHijos -- copies a board, but the copy has no children yet
;
; In      ctshOrigenLo/Hi   the board                               (node)
;         ctshDestinoLo/Hi  where the copy goes                     (room)
; Out     ctshDestino->*    the bytes at ctshOrigen, hijos all $0000
; Uses    A, Y; stack 2; = copiaTablero, borraHijos
; Time    1740..1827
; Native  destination = origin; destination.hijos = {}
copiaTableroSinHijos:
        pasaDir ctshOrigen, ctOrigen
        pasaDir ctshDestino, ctDestino
        jsr copiaTablero
        pasaDir ctshDestino, bhTablero
        jsr borraHijos
        rts

; ---------------------------------------------------------------------------
; copiaTableroRaiz -- copies a board as one that belongs to no tree
;
; In      ctrOrigenLo/Hi    the board                               (node)
;         ctrDestinoLo/Hi   where the copy goes                     (room)
; Out     ctrDestino->*     the bytes at ctrOrigen; nivel 0, padre and hijos
;                           $0000
; Uses    A, Y; stack 4; = copiaTableroSinHijos, dameDatosBasicos,
;         fijaDatosBasicos, fijaPadre
; Time    2037..2127
; Native  destination = origin; nivel = 0; padre = 0; hijos = {}
copiaTableroRaiz:
        pasaDir ctrOrigen, ctshOrigen
        pasaDir ctrDestino, ctshDestino
        jsr copiaTableroSinHijos
        pasaDir ctrOrigen, ddbTablero
        jsr dameDatosBasicos
        pasaDir ctrDestino, fdbTablero
        pon $00, fdbNivel
        pasa ddbTurno, fdbTurno
        pasa ddbValor, fdbValor
        jsr fijaDatosBasicos
        pasaDir ctrDestino, fpTablero
        ponDir $0000, fpPadre
        jsr fijaPadre
        rts

        .segment "DATA"

        direcciones itTablero, fdbTablero
        octetos     fdbNivel, fdbTurno, fdbValor
        direcciones ddbTablero
        octetos     ddbNivel, ddbTurno, ddbValor
        direcciones ctOrigen, ctDestino, ctshOrigen, ctshDestino
        direcciones ctrOrigen, ctrDestino
.if VERSION >= 13
        direcciones dvTablero
        octetos     dvValor
        direcciones fvTablero
        octetos     fvValor
.endif
