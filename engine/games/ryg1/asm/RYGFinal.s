; RYGFinal.s -- main program: is the game over? Assembled from version 15 on.
;
;   after the mouse's move   it is on row 0, or no cat can move: it has won
;   after the cats' move     the mouse cannot move: the cats have won

        .include "ryg1.inc"

.if VERSION >= 15

        .export verificaRatonFila0, verificaGatos0Jugs, verificaRaton0Jugs
        .export ganaRaton2, gananGatos2

; ---------------------------------------------------------------------------
; verificaRatonFila0 -- has the mouse reached row 0?
;
; In      vrf0TableroLo/Hi  the board                               (node)
; Out     vrf0              $00 yes, $ff no                         ($00|$ff)
; Uses    A, Y; stack 3; = dameRaton, dameFilaCol
; Time    133..1200
; Native  engine::mouse_on_goal
verificaRatonFila0:
        pon No, vrf0
        buscaRaton vrf0Tablero
        lda dfcFila
        bne @fin
        pon Si, vrf0
@fin:   rts

; ---------------------------------------------------------------------------
; verificaGatos0Jugs -- are all four cats stuck?
;
; In      vg0jTableroLo/Hi  the board                               (node)
; Out     vg0j              $00 yes, $ff no                         ($00|$ff)
; Uses    A, X, Y; vg0jGato; stack 10; = cuentaJugadasGato
; Time    648..6557
; Native  engine::cats_stuck
verificaGatos0Jugs:
        pon No, vg0j
        pon $00, vg0jGato
@gato:  pasaDir vg0jTablero, cjgTablero
        pasa vg0jGato, cjgGato
        jsr cuentaJugadasGato
        lda cjgNum
        bne @fin
        inc vg0jGato
        lda vg0jGato
        cmp #NumGatos
        bne @gato
        pon Si, vg0j
@fin:   rts

; ---------------------------------------------------------------------------
; verificaRaton0Jugs -- is the mouse stuck?
;
; In      vr0jTableroLo/Hi  the board                               (node)
; Out     vr0j              $00 yes, $ff no                         ($00|$ff)
; Uses    A, X, Y; stack 10; = cuentaJugadasRaton
; Time    744..2251
; Native  engine::mouse_stuck
verificaRaton0Jugs:
        pon No, vr0j
        pasaDir vr0jTablero, cjrTablero
        jsr cuentaJugadasRaton
        lda cjrNum
        bne @fin
        pon Si, vr0j
@fin:   rts

; ---------------------------------------------------------------------------
; ganaRaton2 -- congratulates the mouse, waits for a key
;
; Uses    A, X, Y; screen; = pintaCadena, leeTecla
; Time    keys
; Native  prints txtGanaRaton
ganaRaton2:
        pinta txtGanaRaton
        jsr leeTecla
        rts

; ---------------------------------------------------------------------------
; gananGatos2 -- as ganaRaton2, with GananGatos for GanaRaton
gananGatos2:
        pinta txtGananGatos
        jsr leeTecla
        rts

        .segment "DATA"

        direcciones vrf0Tablero
        octetos     vrf0
        direcciones vg0jTablero
        octetos     vg0j, vg0jGato
        direcciones vr0jTablero
        octetos     vr0j

.endif
