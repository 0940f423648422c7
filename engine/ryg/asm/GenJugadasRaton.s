; GenJugadasRaton.s -- the mouse's moves: listed, counted, made into boards.

        .include "ryg.inc"

        .export generaJugadasRaton, gjrTableroLo, gjrTableroHi
        .export gjrFila, gjrColumna, gjrNum, gjrFilas, gjrColumnas
        .export gjrDeltaFila, gjrDeltaColumna
        .export aplicaJugadaRatonHijo, ajrhPadreLo, ajrhPadreHi, ajrhNumHijo
        .export ajrhFila, ajrhColumna, ajrhHijoLo, ajrhHijoHi
        .export generaHijosRaton, ghrTableroLo, ghrTableroHi, ghrNumHijo
.if VERSION >= 15
        .export cuentaJugadasRaton, cjrTableroLo, cjrTableroHi, cjrNum
.endif

        .import validaJugada, vjTableroLo, vjTableroHi
        .import vjFila, vjColumna, vjValida
        .import dameRaton, drTableroLo, drTableroHi, drOffset
        .import dameFilaCol, dfcOffset, dfcFila, dfcColumna
        .import fijaContenido, fcTableroLo, fcTableroHi
        .import fcFila, fcColumna, fcContenido
        .import creaHijo, chPadreLo, chPadreHi, chNumHijo, chHijoLo, chHijoHi
        .import memoriaLlena, pensando

        .segment "CODE"

; ---------------------------------------------------------------------------
; generaJugadasRaton -- lists the valid moves of a mouse
;
; In      gjrTableroLo/Hi   the board                               (node)
;         gjrFila           the mouse's row                         ($00..$07)
;         gjrColumna        the mouse's column                      ($00..$07)
; Out     gjrFilas          5 bytes: rows of the valid destinations in the
;                           order of the delta tables, the rest $ff
;         gjrColumnas       5 bytes: their columns, the rest $ff
; Uses    A, X, Y; gjrNum; stack 6; = validaJugada
; Time    530..1071
; Native  engine::generate_moves, the mouse to move
; ---------------------------------------------------------------------------
generaJugadasRaton:
        ldx #JugsRaton
        lda #FinLista
@borra: sta gjrFilas,x
        sta gjrColumnas,x
        dex
        bpl @borra

        pasaDir gjrTablero, vjTablero
        lda #$00
        sta gjrNum              ; so many valid moves listed
        ldx #$00
@bucle: clc
        lda gjrFila
        adc gjrDeltaFila,x
        sta vjFila
        clc
        lda gjrColumna
        adc gjrDeltaColumna,x
        sta vjColumna
        jsr validaJugada
        lda vjValida
        bne @otra
        ldy gjrNum
        lda vjFila
        sta gjrFilas,y
        lda vjColumna
        sta gjrColumnas,y
        inc gjrNum
@otra:  inx
        cpx #JugsRaton
        bne @bucle
        rts

; ---------------------------------------------------------------------------
; aplicaJugadaRatonHijo -- makes the child in which the mouse has moved
;
; In      ajrhPadreLo/Hi    the board before the move               (node)
;         ajrhNumHijo       number of the child                     ($00..$07)
;         ajrhFila          row of the destination                  ($00..$07)
;         ajrhColumna       column of the destination               ($00..$07)
;         (grows)
; Out     ajrhHijoLo/Hi     the child ($0000: memory is full)
;         ajrhHijo->*       as creaHijo makes it, the mouse's cell emptied,
;                           then the mouse at its destination
;         ajrhPadre->hijos  the ajrhNumHijo-th is the child
;         libreLo/Hi        88 more
;         memoriaLlena      $ff, or $00: it is full, nothing done   ($00|$ff)
; Uses    A, X, Y; screen; = creaHijo, dameRaton, dameFilaCol, fijaContenido,
;         pensando
; Time    printing
; Native  ajrhHijo = child of ajrhPadre by a mouse's move
; ---------------------------------------------------------------------------
aplicaJugadaRatonHijo:
        pasaDir ajrhPadre, chPadre
        lda ajrhNumHijo
        sta chNumHijo
        jsr creaHijo
        pasaDir chHijo, ajrhHijo
        lda memoriaLlena
        beq @fin

        pasaDir ajrhHijo, drTablero
        jsr dameRaton
        lda drOffset
        sta dfcOffset
        jsr dameFilaCol
        pasaDir ajrhHijo, fcTablero
        lda dfcFila
        sta fcFila
        lda dfcColumna
        sta fcColumna
        lda #Vacio
        sta fcContenido
        jsr fijaContenido
        lda ajrhFila
        sta fcFila
        lda ajrhColumna
        sta fcColumna
        lda #Raton
        sta fcContenido
        jsr fijaContenido
        jsr pensando
@fin:   rts

; ---------------------------------------------------------------------------
; generaHijosRaton -- makes all children of a board in which the mouse moves
;
; In      ghrTableroLo/Hi   the board, without children             (bare)
;         (grows)
;         memoriaLlena      $ff                                     ($ff)
; Out     ghrTablero->hijos a child for each valid move, in order
;         libreLo/Hi        88 more for each child
;         ghrNumHijo        number of children made                 ($00..$04)
;         memoriaLlena      $ff, or $00: memory is full, it ended   ($00|$ff)
; Uses    A, X, Y; tree; screen; = dameRaton, dameFilaCol, generaJugadasRaton,
;         aplicaJugadaRatonHijo
; Time    printing
; Native  engine::generate_moves, a child each
; ---------------------------------------------------------------------------
generaHijosRaton:
        pasaDir ghrTablero, drTablero
        jsr dameRaton
        lda drOffset
        sta dfcOffset
        jsr dameFilaCol
        pasaDir ghrTablero, gjrTablero
        lda dfcFila
        sta gjrFila
        lda dfcColumna
        sta gjrColumna
        jsr generaJugadasRaton

        lda #$00
        sta ghrNumHijo          ; also the number of the move in the list
@bucle: ldx ghrNumHijo
        lda gjrFilas,x
        cmp #FinLista
        beq @fin
        sta ajrhFila
        lda gjrColumnas,x
        sta ajrhColumna
        pasaDir ghrTablero, ajrhPadre
        stx ajrhNumHijo
        jsr aplicaJugadaRatonHijo
        lda memoriaLlena
        beq @fin
        inc ghrNumHijo
        jmp @bucle
@fin:   rts

.if VERSION >= 15
; ---------------------------------------------------------------------------
; cuentaJugadasRaton -- how many moves the mouse has
;
; In      cjrTableroLo/Hi   the board                               (node)
; Out     cjrNum            number of its moves                     ($00..$04)
; Uses    A, X, Y; stack 8; = dameRaton, dameFilaCol, generaJugadasRaton
; Time    698..2210
; Native  cjrNum = number of engine::generate_moves
; ---------------------------------------------------------------------------
cuentaJugadasRaton:
        pasaDir cjrTablero, drTablero
        jsr dameRaton
        lda drOffset
        sta dfcOffset
        jsr dameFilaCol
        pasaDir cjrTablero, gjrTablero
        lda dfcFila
        sta gjrFila
        lda dfcColumna
        sta gjrColumna
        jsr generaJugadasRaton

        ldy #$00
@cuenta:
        lda gjrFilas,y
        cmp #FinLista
        beq @fin
        iny
        bne @cuenta             ; always: the list has an end
@fin:   sty cjrNum
        rts
.endif

        .segment "RODATA"

; The directions, in the order in which moves are tried.
gjrDeltaFila:    .byte $ff, $ff, $01, $01
gjrDeltaColumna: .byte $ff, $01, $ff, $01

        .segment "DATA"

gjrTableroLo:   .res 1
gjrTableroHi:   .res 1
gjrFila:        .res 1
gjrColumna:     .res 1
gjrNum:         .res 1
gjrFilas:       .res JugsRaton + 1
gjrColumnas:    .res JugsRaton + 1
ajrhPadreLo:    .res 1
ajrhPadreHi:    .res 1
ajrhNumHijo:    .res 1
ajrhFila:       .res 1
ajrhColumna:    .res 1
ajrhHijoLo:     .res 1
ajrhHijoHi:     .res 1
ghrTableroLo:   .res 1
ghrTableroHi:   .res 1
ghrNumHijo:     .res 1
.if VERSION >= 15
cjrTableroLo:   .res 1
cjrTableroHi:   .res 1
cjrNum:         .res 1
.endif
