; tree.s -- workload: the tree builder of RYG, four searches of a short game.
;
; The engine's own routines, version 16, unchanged; only the main program is
; this one, and the mouse's moves come from a table.

        .include "../../engine/games/ryg1/asm/ryg1.inc"

        .export round
        .export sjFila, sjColumna, inicio
        .import mix
        .import tableroActual, libreLo, libreHi, raizArbol
        .import inicializaTablero, itTableroLo, itTableroHi
        .import aplicaJugadaSolicitada, desarrollaArbolJugadas, dajProf
        .import evaluaArbolJugadas, decideJugadaGatos, aplicaJugadaDecidida
        .import djmHijo

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- four plies of each side from the start of the game, depth 2
;
; Out     result            mixed with root value, choice and size of each tree
; Uses    A, X, Y; $01; tree
inicio:
round:  lda R6510
        and #%11111110          ; BASIC out, as ampliaRam does
        sta R6510
        ponDir tableroActual, itTablero
        jsr inicializaTablero
        lda #2
        sta dajProf
        lda #0
        sta ply
@next:  ldx ply
        lda filas,x
        sta sjFila
        lda columnas,x
        sta sjColumna
        jsr aplicaJugadaSolicitada
        jsr desarrollaArbolJugadas
        jsr evaluaArbolJugadas
        jsr decideJugadaGatos
        lda raizArbol + nodoValor
        jsr mix
        lda djmHijo
        jsr mix
        lda libreLo
        jsr mix
        lda libreHi
        jsr mix
        jsr aplicaJugadaDecidida
        inc ply
        lda ply
        cmp #4
        bne @next
        rts

        .segment "RODATA"
filas:    .byte 6, 5, 6, 7      ; the cats do not come as far in four moves
columnas: .byte 2, 3, 4, 5

        .segment "DATA"
ply:       .res 1
sjFila:    .res 1
sjColumna: .res 1
