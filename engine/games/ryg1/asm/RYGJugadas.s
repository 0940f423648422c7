; RYGJugadas.s -- main program: a move of the mouse, the search, a move of the
; cats. These are the routines a host calls too.

        .include "ryg1.inc"

        .export aplicaJugadaSolicitada
.if VERSION <= 16
        .export plantaRaiz, desarrollaArbolJugadas
        .export pintaProfReal, evaluaArbolJugadas
.endif
.if VERSION <= 13
        .export pintaArbolJugadas
.elseif VERSION <= 16
        .export decideJugadaGatos, aplicaJugadaDecidida
.endif

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
aplicaJugadaSolicitada:
        ponDir tableroActual, drTablero
        jsr dameRaton
        pasa drOffset, dfcOffset
        jsr dameFilaCol
        ponDir tableroActual, fcTablero
        mete Vacio, dfcFila, dfcColumna
        mete Raton, sjFila, sjColumna

        ponDir tableroActual, ddbTablero
        jsr dameDatosBasicos
        ponDir tableroActual, fdbTablero
        pon $00, fdbNivel
        pon Gato, fdbTurno
        pasa ddbValor, fdbValor
        jsr fijaDatosBasicos
        rts

.if VERSION <= 16
; ---------------------------------------------------------------------------
; plantaRaiz -- puts the game's board where the tree begins
;
; In      tableroActual     the game, either side to move           (board)
;         baseArbolLo/Hi    where the root goes                     (room)
;         finArbolLo/Hi     first address past the tree's memory    (limit)
; Out     baseArbol->*      the game; nivel 0, padre and hijos $0000
;         libreLo/Hi        after the root
;         memoriaLlena      $ff, or $00: not even the root fits, libre is
;                           baseArbol and nothing was written there ($00|$ff)
; Uses    A, Y; stack 6; = hayMemoria, copiaTableroRaiz
; Time    90..2253
; Native  root of engine::ryg1::build_tree
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
; Native  engine::ryg1::build_tree
desarrollaArbolJugadas:
        pasa dajProf, dajProfReal
@otraVez:
        pinta txtPensando
        jsr plantaRaiz
        lda memoriaLlena
        beq @llena
        pasaDir baseArbol, dunTablero
        pasa dajProfReal, dunProf
        jsr desarrollaUnNivel
        lda memoriaLlena
        bne @hecho

@llena: pinta txtMemoria
        jsr pintaProfReal
        dec dajProfReal
        bpl @otraVez
        rts

@hecho: lda #Retorno
        jsr chrout
        lda dajProfReal
        cmp dajProf
        beq @fin
        pinta txtProfUsada
        jsr pintaProfReal
@fin:   rts

; ---------------------------------------------------------------------------
; pintaProfReal -- prints a depth and ends the line
;
; In      dajProfReal       the depth                               ($00..$05)
; Uses    A; screen
; Time    printing
; Native  prints "%d" of dajProfReal, RETURN
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
; Time    seen 3328..3807652
; Native  engine::ryg1::minimax, engine::ryg1::evaluate_all
evaluaArbolJugadas:
.if VERSION = 12
        pasaDir baseArbol, eaTablero
        pasa dajProfReal, eaProf
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
pintaArbolJugadas:
        pasaDir baseArbol, paTablero
        pasa dajProfReal, paProf
        jsr pintaArbol
        rts
.else

; ---------------------------------------------------------------------------
; decideJugadaGatos -- chooses the move
;
; In      baseArbolLo/Hi    the root, valued                        (tree)
;         $a2               the jiffy clock, if it breaks ties      (any)
; Out     (decided)
; Uses    A; stack 7; = decideJugadaMin
; Time    201..1448
; Native  engine::ryg1::choose_first_best
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
; Out     tableroActual     the child; nivel 0, no parent, no children
; Uses    A, Y; stack 6; = copiaTableroRaiz
; Time    14..2176
; Native  the position after the chosen move
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

.endif

        .segment "DATA"

        octetos     dajProf
.if VERSION <= 16
        octetos     dajProfReal
.endif
