; EvalTableros.s -- what a board is worth, by itself.
;
;   one unsigned byte: $80 is neutral, more is better for the mouse, less for
;   the cats. Sums are modulo 256 and never wrap: they stay in $50..$9e.

        .include "ryg1.inc"

        .export evaluaTablero, evaluaFilaRaton, filasRaton, evaluaMovsRaton
        .export movsRaton, meteValorTablero
.if VERSION >= 16
        .export evaluaDifFilasGatos, difFilas, maxFilaGatos, minFilaGatos

.endif

; ---------------------------------------------------------------------------
; evaluaTablero -- static evaluation of a board
;
;   $80 + mouse's row + mouse's moves (+ spread of the cats' rows, from 16)
;
; In      etTableroLo/Hi    the board                               (node)
; Out     etValor           its value                               ($50..$9e)
;         etTablero->valor  the same
; Uses    A, X, Y; stack 10; = evaluaFilaRaton, evaluaMovsRaton,
;         evaluaDifFilasGatos, meteValorTablero
; Time    3144..13423
; Native  engine::ryg1::evaluate
evaluaTablero:
        pon Neutro, etValor
        jsr evaluaFilaRaton
        jsr evaluaMovsRaton
.if VERSION >= 16
        jsr evaluaDifFilasGatos
.endif
        jsr meteValorTablero
        rts

; ---------------------------------------------------------------------------
; evaluaFilaRaton -- what the mouse gains by its way towards row 0
;
;   etValor = etValor + filasRaton[row of the mouse]
;
; In      etTableroLo/Hi    the board                               (node)
;         etValor           the value so far                        ($40..$c0)
; Out     etValor           $00..$06 or $20 more
; Uses    A, X, Y; stack 3; = dameRaton, dameFilaCol
; Time    133..1206
; Native  engine::ryg1::mouse_row_score
evaluaFilaRaton:
        buscaRaton etTablero
        ldx dfcFila
        clc
        lda etValor
        adc filasRaton,x
        sta etValor
        rts

; ---------------------------------------------------------------------------
; evaluaMovsRaton -- what the mouse loses by having few moves
;
;   etValor = etValor + movsRaton[number of the mouse's valid moves]
;
; In      etTableroLo/Hi    the board                               (node)
;         etValor           the value so far                        ($40..$c0)
; Out     etValor           0..3 or $20 less
; Uses    A, X, Y; stack 8; = dameRaton, dameFilaCol, generaJugadasRaton
; Time    708..2220
; Native  engine::ryg1::mouse_moves_score
evaluaMovsRaton:
        buscaRaton etTablero
        generaRaton etTablero

        cuenta gjrFilas
        clc
        lda etValor
        adc movsRaton,y
        sta etValor
        rts

.if VERSION >= 16
; ---------------------------------------------------------------------------
; evaluaDifFilasGatos -- what the cats gain by standing in a closed row
;
;   etValor = etValor + difFilas[highest cat row - lowest cat row]
;
; In      etTableroLo/Hi    the board                               (node)
;         etValor           the value so far                        ($40..$c0)
; Out     etValor           changed by $f0, $f8 or 0
; Uses    A, X, Y; stack 5; = maxFilaGatos, minFilaGatos
; Time    1778..10018
; Native  engine::ryg1::cat_row_spread_score
evaluaDifFilasGatos:
        pasaDir etTablero, mxfgTablero
        jsr maxFilaGatos
        pasaDir etTablero, mnfgTablero
        jsr minFilaGatos
        sec
        lda mxfg
        sbc mnfg
        tax
        clc
        lda etValor
        adc difFilas,x
        sta etValor
        rts

; ---------------------------------------------------------------------------
; maxFilaGatos -- row of the cat that is farthest from home
;
; In      mxfgTableroLo/Hi  the board                               (node)
; Out     mxfg              the highest of the four rows            ($00..$07)
; Uses    A, X, Y; mxfgGato; stack 3; = dameGato, dameFilaCol
; Time    853..4973
; Native  mxfg = highest row of a cat
maxFilaGatos:
        lda #$00
        sta mxfg
        sta mxfgGato
@bucle: buscaGato mxfgTablero, mxfgGato
        lda dfcFila
        cmp mxfg
        bcc @otro
        sta mxfg
@otro:  inc mxfgGato
        lda mxfgGato
        cmp #NumGatos
        bne @bucle
        rts

; ---------------------------------------------------------------------------
; minFilaGatos -- as maxFilaGatos, with mnfg for mxfg
; Time    849..4969
minFilaGatos:
        pon $ff, mnfg
        pon $00, mnfgGato
@bucle: buscaGato mnfgTablero, mnfgGato
        lda dfcFila
        cmp mnfg
        bcs @otro
        sta mnfg
@otro:  inc mnfgGato
        lda mnfgGato
        cmp #NumGatos
        bne @bucle
        rts
.endif

; ---------------------------------------------------------------------------
; meteValorTablero -- keeps the value in the board it belongs to
;
; In      etTableroLo/Hi    the board                               (node)
;         etValor           its value                               (any)
; Out     etTablero->valor  etValor
; Uses    A, Y; stack 2; = dameDatosBasicos, fijaDatosBasicos
; Time    183..186
; Native  node.valor = etValor
meteValorTablero:
        pasaDir etTablero, ddbTablero
        jsr dameDatosBasicos
        pasaDir etTablero, fdbTablero
        pasa ddbNivel, fdbNivel
        pasa ddbTurno, fdbTurno
        pasa etValor, fdbValor
        jsr fijaDatosBasicos
        rts

        .segment "RODATA"

; By the mouse's row 0..7: at row 0 it has won.
filasRaton:     .byte $20, $06, $05, $04, $03, $02, $01, $00
; By the number of its moves 0..4: without a move it has lost.
movsRaton:      .byte $e0, $fd, $fe, $ff, $00
.if VERSION >= 16
; By the distance between the first and the last cat's row, 0..7.
difFilas:       .byte $f0, $f8, $00, $00, $00, $00, $00, $00
.endif

        .segment "DATA"

        direcciones etTablero
        octetos     etValor
.if VERSION >= 16
        direcciones mxfgTablero
        octetos     mxfg, mxfgGato
        direcciones mnfgTablero
        octetos     mnfg, mnfgGato
.endif
