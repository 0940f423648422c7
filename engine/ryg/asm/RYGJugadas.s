; RYGJugadas.s -- main program: a move of the mouse, the search, a move of the
; cats. These are the routines a host calls too.

        .include "ryg.inc"

        .export aplicaJugadaSolicitada
        .export plantaRaiz
        .export desarrollaArbolJugadas, dajProf, dajProfReal
        .export pintaProfReal
        .export evaluaArbolJugadas
.if VERSION <= 13
        .export pintaArbolJugadas
.else
        .export decideJugadaGatos, aplicaJugadaDecidida
.endif

        .import tableroActual, libreLo, libreHi
        .import baseArbolLo, baseArbolHi, memoriaLlena
        .import hayMemoria, hmFinalLo, hmFinalHi
        .import desarrollaUnNivel, dunTableroLo, dunTableroHi, dunProf
        .import copiaTableroRaiz
        .import ctrOrigenLo, ctrOrigenHi, ctrDestinoLo, ctrDestinoHi
        .import dameDatosBasicos, ddbTableroLo, ddbTableroHi
        .import ddbTurno, ddbValor
        .import fijaDatosBasicos, fdbTableroLo, fdbTableroHi
        .import fdbNivel, fdbTurno, fdbValor
        .import dameRaton, drTableroLo, drTableroHi, drOffset
        .import dameFilaCol, dfcOffset, dfcFila, dfcColumna
        .import fijaContenido, fcTableroLo, fcTableroHi
        .import fcFila, fcColumna, fcContenido
        .import sjFila, sjColumna
        .import pintaCadena, pcTextoLo, pcTextoHi
        .import txtPensando, txtMemoria, txtProfUsada
.if VERSION = 12
        .import evaluaArbol, eaTableroLo, eaTableroHi, eaProf
.else
        .import miniMax, mmTableroLo, mmTableroHi
.endif
.if VERSION <= 13
        .import pintaArbol, paTableroLo, paTableroHi, paProf
.else
        .import decideJugadaMin, djmTableroLo, djmTableroHi
        .import djmHijo, djmDirLo, djmDirHi
.endif

        .segment "CODE"

; ---------------------------------------------------------------------------
; aplicaJugadaSolicitada -- makes the mouse's move in the game
;
; In      tableroActual     the game                                (board)
;         sjFila            row of the destination                  ($00..$07)
;         sjColumna         its column                              ($00..$07)
; Out     tableroActual     the mouse's cell emptied, then the mouse at its
;                           destination; nivel 0, turno $ff, the rest as it was
; Uses    A, Y; stack 4; = dameRaton, dameFilaCol, fijaContenido,
;         dameDatosBasicos, fijaDatosBasicos
; Time    517..1588
; Native  the position after the mouse's move
; ---------------------------------------------------------------------------
aplicaJugadaSolicitada:
        ponDir tableroActual, drTablero
        jsr dameRaton
        lda drOffset
        sta dfcOffset
        jsr dameFilaCol
        ponDir tableroActual, fcTablero
        lda dfcFila
        sta fcFila
        lda dfcColumna
        sta fcColumna
        lda #Vacio
        sta fcContenido
        jsr fijaContenido
        lda sjFila
        sta fcFila
        lda sjColumna
        sta fcColumna
        lda #Raton
        sta fcContenido
        jsr fijaContenido

        ponDir tableroActual, ddbTablero
        jsr dameDatosBasicos
        ponDir tableroActual, fdbTablero
        lda #$00
        sta fdbNivel
        lda #Gato
        sta fdbTurno
        lda ddbValor
        sta fdbValor
        jsr fijaDatosBasicos
        rts

; ---------------------------------------------------------------------------
; plantaRaiz -- puts the game's board where the tree begins
;
; In      tableroActual     the game, either side to move           (board)
;         baseArbolLo/Hi    where the root goes                     (room)
;         finArbolLo/Hi     first address past the tree's memory    (limit)
; Out     baseArbol->*      the game; nivel 0, padre and hijos $0000
;         libreLo/Hi        behind the root
;         memoriaLlena      $ff, or $00: not even the root fits, libre is
;                           baseArbol and nothing was written there ($00|$ff)
; Uses    A, Y; stack 6; = hayMemoria, copiaTableroRaiz
; Time    90..2253
; Native  root of engine::build_tree
; ---------------------------------------------------------------------------
plantaRaiz:
        pasaDir baseArbol, libre
        jsr hayMemoria
        lda memoriaLlena
        beq @fin
        ponDir tableroActual, ctrOrigen
        pasaDir baseArbol, ctrDestino
        jsr copiaTableroRaiz
        pasaDir hmFinal, libre
@fin:   rts

; ---------------------------------------------------------------------------
; desarrollaArbolJugadas -- builds the tree of the game's next moves
;
;   A tree that does not fit is given up, said to be so, and built again one
;   level shallower.
;
; In      tableroActual     the game, either side to move           (board)
;         dajProf           depth wanted                            ($00..$05)
;         baseArbolLo/Hi    where the root goes                     (room)
;         finArbolLo/Hi     first address past the tree's memory    (limit)
; Out     dajProfReal       depth built, $ff: not even the root   ($00..$05|$ff)
;         baseArbol->*      the root
;         libreLo/Hi        first address past the tree
;         memoriaLlena      $ff, or $00: not even the root fits     ($00|$ff)
; Uses    A, X, Y; tree; screen; stack 38; = plantaRaiz, desarrollaUnNivel,
;         pintaCadena, pintaProfReal
; Time    printing
; Native  engine::build_tree
; ---------------------------------------------------------------------------
desarrollaArbolJugadas:
        lda dajProf
        sta dajProfReal
@otraVez:
        ponDir txtPensando, pcTexto
        jsr pintaCadena
        jsr plantaRaiz
        lda memoriaLlena
        beq @llena
        pasaDir baseArbol, dunTablero
        lda dajProfReal
        sta dunProf
        jsr desarrollaUnNivel
        lda memoriaLlena
        bne @hecho

@llena: ponDir txtMemoria, pcTexto
        jsr pintaCadena
        jsr pintaProfReal
        dec dajProfReal
        bpl @otraVez
        rts

@hecho: lda #Retorno
        jsr chrout
        lda dajProfReal
        cmp dajProf
        beq @fin
        ponDir txtProfUsada, pcTexto
        jsr pintaCadena
        jsr pintaProfReal
@fin:   rts

; ---------------------------------------------------------------------------
; pintaProfReal -- prints a depth and ends the line
;
; In      dajProfReal       the depth                               ($00..$05)
; Uses    A; screen
; Time    printing
; Native  prints "%d" of dajProfReal, RETURN
; ---------------------------------------------------------------------------
pintaProfReal:
        lda dajProfReal
        clc
        adc #'0'
        jsr chrout
        lda #Retorno
        jsr chrout
        rts

; ---------------------------------------------------------------------------
; evaluaArbolJugadas -- values the tree
;
; In      baseArbolLo/Hi    the root                                (tree)
;         dajProfReal       its depth                               ($00..$05)
; Out     baseArbol->valor  its value
; Uses    A, X, Y; tree; stack 49; = evaluaArbol, miniMax
; Time    3328..3807652
; Native  engine::minimax (12: engine::evaluate_all)
; ---------------------------------------------------------------------------
evaluaArbolJugadas:
.if VERSION = 12
        pasaDir baseArbol, eaTablero
        lda dajProfReal
        sta eaProf
        jsr evaluaArbol
.else
        pasaDir baseArbol, mmTablero
        jsr miniMax
.endif
        rts

.if VERSION <= 13
; ---------------------------------------------------------------------------
; pintaArbolJugadas -- prints the tree
;
; In      baseArbolLo/Hi    the root                                (tree)
;         dajProfReal       its depth                               ($00..$05)
; Uses    A, X, Y; screen; = pintaArbol
; Time    printing
; Native  prints as pintaArbol does
; ---------------------------------------------------------------------------
pintaArbolJugadas:
        pasaDir baseArbol, paTablero
        lda dajProfReal
        sta paProf
        jsr pintaArbol
        rts
.else

; ---------------------------------------------------------------------------
; decideJugadaGatos -- chooses the move
;
; In      baseArbolLo/Hi    the root, valued                        (tree)
;         $a2               the jiffy clock, if it breaks ties      (any)
; Out     djmHijo           number of the child, $ff: none        ($00..$07|$ff)
;         djmDirLo/Hi       its address ($0000: there is none)
;         Y                 djmHijo
; Uses    A; stack 7; = decideJugadaMin
; Time    201..1448
; Native  engine::choose_first_best
; ---------------------------------------------------------------------------
decideJugadaGatos:
        pasaDir baseArbol, djmTablero
        jsr decideJugadaMin
        rts

; ---------------------------------------------------------------------------
; aplicaJugadaDecidida -- makes the chosen move in the game
;
;   A side without a move passes: the game stays as it is.
;
; In      djmHijo           number of the chosen child, $ff: none ($00..$07|$ff)
;         djmDirLo/Hi       the chosen child                        (node)
;         tableroActual     the game                                (board)
; Out     tableroActual     the child; nivel 0, no father, no children
; Uses    A, Y; stack 6; = copiaTableroRaiz
; Time    14..2176
; Native  the position after the chosen move
; ---------------------------------------------------------------------------
aplicaJugadaDecidida:
        lda djmHijo
        cmp #NoHay
        bne @hay
        rts
@hay:   pasaDir djmDir, ctrOrigen
        ponDir tableroActual, ctrDestino
        jsr copiaTableroRaiz
        rts
.endif

        .segment "DATA"

dajProf:        .res 1
dajProfReal:    .res 1
