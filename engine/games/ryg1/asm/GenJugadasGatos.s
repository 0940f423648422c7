; GenJugadasGatos.s -- the cats' moves: listed, counted, made into boards.

        .include "ryg1.inc"

        .export generaJugadasGato, gjgFilas, gjgColumnas, gjgDeltaFila
        .export gjgDeltaColumna
.if VERSION <= 16
        .export aplicaJugadaGatoHijo, generaHijosGatos
        .export generaHijosUnGato
.endif
.if VERSION >= 15
        .export cuentaJugadasGato
.endif

; ---------------------------------------------------------------------------
; generaJugadasGato -- lists the valid moves of one cat
;
; In      gjgTableroLo/Hi   the board                               (node)
;         gjgFila           the cat's row                           ($00..$07)
;         gjgColumna        the cat's column                        ($00..$07)
; Out     gjgFilas          3 bytes: rows of the valid destinations in the
;                           order of the delta tables, the rest $ff
;         gjgColumnas       3 bytes: their columns, the rest $ff
; Uses    A, X, Y; gjgNum; stack 6; = validaJugada
; Time    218..560
; Native  engine::generate_moves
generaJugadasGato:
        ldx #JugsGato
        lda #FinLista
@borra: sta gjgFilas,x
        sta gjgColumnas,x
        dex
        bpl @borra

        pasaDir gjgTablero, vjTablero
        lda #$00
        sta gjgNum              ; valid moves listed so far
        ldx #$00
@bucle: clc
        lda gjgFila
        adc gjgDeltaFila,x
        sta vjFila
        clc
        lda gjgColumna
        adc gjgDeltaColumna,x
        sta vjColumna
        jsr validaJugada
        lda vjValida
        bne @otra
        ldy gjgNum
        lda vjFila
        sta gjgFilas,y
        lda vjColumna
        sta gjgColumnas,y
        inc gjgNum
@otra:  inx
        cpx #JugsGato
        bne @bucle
        rts

.if VERSION <= 16
; ---------------------------------------------------------------------------
; aplicaJugadaGatoHijo -- makes the child in which a cat has moved
;
; In      ajghPadreLo/Hi    the board before the move               (node)
;         ajghNumHijo       number of the child                     ($00..$07)
;         ajghGato          number of the cat                       ($00..$03)
;         ajghFila          row of the destination                  ($00..$07)
;         ajghColumna       column of the destination               ($00..$07)
;         (grows)
; Out     ajghHijoLo/Hi     the child ($0000: memory is full)
;         ajghHijo->*       as creaHijo makes it, the cat's cell emptied, then
;                           a cat at the destination
;         ajghPadre->hijos  the ajghNumHijo-th is the child
;         (grows)
; Uses    A, X, Y; screen; = creaHijo, dameGato, dameFilaCol, fijaContenido,
;         pensando
; Time    printing
; Native  ajghHijo = child of ajghPadre by a cat's move
aplicaJugadaGatoHijo:
        pasaDir ajghPadre, chPadre
        pasa ajghNumHijo, chNumHijo
        jsr creaHijo
        pasaDir chHijo, ajghHijo
        lda memoriaLlena
        beq @fin

        buscaGato ajghHijo, ajghGato
        pasaDir ajghHijo, fcTablero
        mete Vacio, dfcFila, dfcColumna
        mete Gato, ajghFila, ajghColumna
        jsr pensando
@fin:   rts

; ---------------------------------------------------------------------------
; generaHijosGatos -- makes all children of a board in which the cats move
;
; In      ghgTableroLo/Hi   the board, without children             (bare)
;         (grows)
;         memoriaLlena      $ff                                     ($ff)
; Out     ghgTablero->hijos a child for each valid move: cats 0..3, and each
;                           cat's moves in order
;         ghgNumHijo        number of children made                  ($00..$08)
;         (grows)
; Uses    A, X, Y; tree; screen; ghgGato; = generaHijosUnGato
; Time    printing
; Native  engine::generate_moves
generaHijosGatos:
        lda #$00
        sta ghgNumHijo
        sta ghgGato
@gato:  jsr generaHijosUnGato
        lda memoriaLlena
        beq @fin
        inc ghgGato
        lda ghgGato
        cmp #NumGatos
        bne @gato
@fin:   rts

; ---------------------------------------------------------------------------
; generaHijosUnGato -- makes the children of a board in which one cat moves
;
; In      ghgTableroLo/Hi   the board                               (node)
;         ghgGato           number of the cat                       ($00..$03)
;         ghgNumHijo        number of the first child to make       ($00..$06)
;         (grows)
;         memoriaLlena      $ff                                     ($ff)
; Out     ghgTablero->hijos a child more for each valid move, in order
;         ghgNumHijo        number of the next child to make         ($00..$08)
;         (grows)
; Uses    A, X, Y; tree; screen; ghgJugada; = dameGato, dameFilaCol,
;         generaJugadasGato, aplicaJugadaGatoHijo
; Time    printing
; Native  engine::generate_moves
generaHijosUnGato:
        buscaGato ghgTablero, ghgGato
        generaGato ghgTablero

        pon $00, ghgJugada
@bucle: ldx ghgJugada
        lda gjgFilas,x
        cmp #FinLista
        beq @fin
        sta ajghFila
        lda gjgColumnas,x
        sta ajghColumna
        pasaDir ghgTablero, ajghPadre
        pasa ghgNumHijo, ajghNumHijo
        pasa ghgGato, ajghGato
        jsr aplicaJugadaGatoHijo
        lda memoriaLlena
        beq @fin
        inc ghgNumHijo
        inc ghgJugada
        jmp @bucle
@fin:   rts

.endif

.if VERSION >= 15
; ---------------------------------------------------------------------------
; cuentaJugadasGato -- how many moves a cat has
;
; In      cjgTableroLo/Hi   the board                               (node)
;         cjgGato           number of the cat                       ($00..$03)
; Out     cjgNum            number of its moves                     ($00..$02)
; Uses    A, X, Y; stack 8; = dameGato, dameFilaCol, generaJugadasGato
; Time    549..1752
; Native  cjgNum = number of engine::generate_moves of the cat
cuentaJugadasGato:
        buscaGato cjgTablero, cjgGato
        generaGato cjgTablero

        cuenta gjgFilas
        sty cjgNum
        rts
.endif

        .segment "RODATA"

; The directions, in the order in which moves are tried.
gjgDeltaFila:    .byte $01, $01
gjgDeltaColumna: .byte $ff, $01

        .segment "DATA"

        direcciones gjgTablero
        octetos     gjgFila, gjgColumna, gjgNum
gjgFilas:       .res JugsGato + 1
gjgColumnas:    .res JugsGato + 1
        direcciones ajghPadre
        octetos     ajghNumHijo, ajghGato, ajghFila, ajghColumna
        direcciones ajghHijo, ghgTablero
        octetos     ghgNumHijo, ghgGato, ghgJugada
.if VERSION >= 15
        direcciones cjgTablero
        octetos     cjgGato, cjgNum
.endif
