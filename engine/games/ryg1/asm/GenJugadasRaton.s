; GenJugadasRaton.s -- the mouse's moves: listed, counted, made into boards.

        .include "ryg1.inc"

        .export generaJugadasRaton, gjrFilas, gjrColumnas, gjrDeltaFila
        .export gjrDeltaColumna
.if VERSION <= 16
        .export aplicaJugadaRatonHijo, generaHijosRaton
.endif
.if VERSION >= 15
        .export cuentaJugadasRaton
.endif

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
; Native  engine::generate_moves
generaJugadasRaton:
        ldx #JugsRaton
        lda #FinLista
@borra: sta gjrFilas,x
        sta gjrColumnas,x
        dex
        bpl @borra

        pasaDir gjrTablero, vjTablero
        lda #$00
        sta gjrNum              ; valid moves listed so far
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

.if VERSION <= 16
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
;         (grows)
; Uses    A, X, Y; screen; = creaHijo, dameRaton, dameFilaCol, fijaContenido,
;         pensando
; Time    printing
; Native  ajrhHijo = child of ajrhPadre by a mouse's move
aplicaJugadaRatonHijo:
        pasaDir ajrhPadre, chPadre
        pasa ajrhNumHijo, chNumHijo
        jsr creaHijo
        pasaDir chHijo, ajrhHijo
        lda memoriaLlena
        beq @fin

        buscaRaton ajrhHijo
        pasaDir ajrhHijo, fcTablero
        mete Vacio, dfcFila, dfcColumna
        mete Raton, ajrhFila, ajrhColumna
        jsr pensando
@fin:   rts

; ---------------------------------------------------------------------------
; generaHijosRaton -- makes all children of a board in which the mouse moves
;
; In      ghrTableroLo/Hi   the board, without children             (bare)
;         (grows)
;         memoriaLlena      $ff                                     ($ff)
; Out     ghrTablero->hijos a child for each valid move, in order
;         ghrNumHijo        number of children made                 ($00..$04)
;         (grows)
; Uses    A, X, Y; tree; screen; = dameRaton, dameFilaCol, generaJugadasRaton,
;         aplicaJugadaRatonHijo
; Time    printing
; Native  engine::generate_moves
generaHijosRaton:
        buscaRaton ghrTablero
        generaRaton ghrTablero

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

.endif

.if VERSION >= 15
; ---------------------------------------------------------------------------
; cuentaJugadasRaton -- how many moves the mouse has
;
; In      cjrTableroLo/Hi   the board                               (node)
; Out     cjrNum            number of its moves                     ($00..$04)
; Uses    A, X, Y; stack 8; = dameRaton, dameFilaCol, generaJugadasRaton
; Time    698..2210
; Native  cjrNum = number of engine::generate_moves
cuentaJugadasRaton:
        buscaRaton cjrTablero
        generaRaton cjrTablero

        cuenta gjrFilas
        sty cjrNum
        rts
.endif

        .segment "RODATA"

; The directions, in the order in which moves are tried.
gjrDeltaFila:    .byte $ff, $ff, $01, $01
gjrDeltaColumna: .byte $ff, $01, $ff, $01

        .segment "DATA"

        direcciones gjrTablero
        octetos     gjrFila, gjrColumna, gjrNum
gjrFilas:       .res JugsRaton + 1
gjrColumnas:    .res JugsRaton + 1
        direcciones ajrhPadre
        octetos     ajrhNumHijo, ajrhFila, ajrhColumna
        direcciones ajrhHijo, ghrTablero
        octetos     ghrNumHijo
.if VERSION >= 15
        direcciones cjrTablero
        octetos     cjrNum
.endif
