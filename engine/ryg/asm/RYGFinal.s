; RYGFinal.s -- main program: has somebody won? Assembled from version 15 on.
;
;   after the mouse's move   it is on row 0, or no cat can move: it has won
;   after the cats' move     the mouse cannot move: the cats have won

        .include "ryg.inc"

.if VERSION >= 15

        .export verificaRatonFila0, vrf0TableroLo, vrf0TableroHi, vrf0
        .export verificaGatos0Jugs, vg0jTableroLo, vg0jTableroHi, vg0j, vg0jGato
        .export verificaRaton0Jugs, vr0jTableroLo, vr0jTableroHi, vr0j
        .export ganaRaton2, gananGatos2

        .import dameRaton, drTableroLo, drTableroHi, drOffset
        .import dameFilaCol, dfcOffset, dfcFila
        .import cuentaJugadasGato, cjgTableroLo, cjgTableroHi, cjgGato, cjgNum
        .import cuentaJugadasRaton, cjrTableroLo, cjrTableroHi, cjrNum
        .import pintaCadena, pcTextoLo, pcTextoHi, leeTecla
        .import txtGanaRaton, txtGananGatos

        .segment "CODE"

; ---------------------------------------------------------------------------
; verificaRatonFila0 -- has the mouse reached row 0?
;
; In      vrf0TableroLo/Hi  the board                               (node)
; Out     vrf0              $00 yes, $ff no                         ($00|$ff)
; Uses    A, Y; stack 3; = dameRaton, dameFilaCol
; Time    133..1200
; Native  engine::mouse_on_goal
; ---------------------------------------------------------------------------
verificaRatonFila0:
        lda #No
        sta vrf0
        pasaDir vrf0Tablero, drTablero
        jsr dameRaton
        lda drOffset
        sta dfcOffset
        jsr dameFilaCol
        lda dfcFila
        bne @fin
        lda #Si
        sta vrf0
@fin:   rts

; ---------------------------------------------------------------------------
; verificaGatos0Jugs -- are all four cats stuck?
;
; In      vg0jTableroLo/Hi  the board                               (node)
; Out     vg0j              $00 yes, $ff no                         ($00|$ff)
; Uses    A, X, Y; vg0jGato; stack 10; = cuentaJugadasGato
; Time    648..6557
; Native  engine::cats_stuck
; ---------------------------------------------------------------------------
verificaGatos0Jugs:
        lda #No
        sta vg0j
        lda #$00
        sta vg0jGato
@gato:  pasaDir vg0jTablero, cjgTablero
        lda vg0jGato
        sta cjgGato
        jsr cuentaJugadasGato
        lda cjgNum
        bne @fin
        inc vg0jGato
        lda vg0jGato
        cmp #NumGatos
        bne @gato
        lda #Si
        sta vg0j
@fin:   rts

; ---------------------------------------------------------------------------
; verificaRaton0Jugs -- is the mouse stuck?
;
; In      vr0jTableroLo/Hi  the board                               (node)
; Out     vr0j              $00 yes, $ff no                         ($00|$ff)
; Uses    A, X, Y; stack 10; = cuentaJugadasRaton
; Time    744..2251
; Native  engine::mouse_stuck
; ---------------------------------------------------------------------------
verificaRaton0Jugs:
        lda #No
        sta vr0j
        pasaDir vr0jTablero, cjrTablero
        jsr cuentaJugadasRaton
        lda cjrNum
        bne @fin
        lda #Si
        sta vr0j
@fin:   rts

; ---------------------------------------------------------------------------
; ganaRaton2 -- congratulates the mouse, waits for a key
;
; Uses    A, X, Y; screen; = pintaCadena, leeTecla
; Time    keys
; Native  prints txtGanaRaton
; ---------------------------------------------------------------------------
ganaRaton2:
        ponDir txtGanaRaton, pcTexto
        jsr pintaCadena
        jsr leeTecla
        rts

; ---------------------------------------------------------------------------
; gananGatos2 -- laments the mouse, waits for a key
;
; Uses    A, X, Y; screen; = pintaCadena, leeTecla
; Time    keys
; Native  prints txtGananGatos
; ---------------------------------------------------------------------------
gananGatos2:
        ponDir txtGananGatos, pcTexto
        jsr pintaCadena
        jsr leeTecla
        rts

        .segment "DATA"

vrf0TableroLo:  .res 1
vrf0TableroHi:  .res 1
vrf0:           .res 1
vg0jTableroLo:  .res 1
vg0jTableroHi:  .res 1
vg0j:           .res 1
vg0jGato:       .res 1
vr0jTableroLo:  .res 1
vr0jTableroHi:  .res 1
vr0j:           .res 1

.endif
