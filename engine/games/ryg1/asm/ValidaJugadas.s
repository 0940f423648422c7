; ValidaJugadas.s -- may a piece go there? One answer for mouse and cats.

        .include "ryg1.inc"

        .export validaJugada

; ---------------------------------------------------------------------------
; validaJugada -- is a destination on the board and empty?
;
;   Empty in the board passed, which is a board of the tree more often than
;   the board of the game.
;
; In      vjTableroLo/Hi    the board before the move               (node)
;         vjFila            row of the destination                ($00..$08|$ff)
;         vjColumna         column of the destination             ($00..$08|$ff)
; Out     vjValida          $00 valid, $ff not                      ($00|$ff)
; Uses    A, Y; stack 4; = dameContenido
; Time    21..166
; Native  vjValida = row and column in 0..7 and the cell empty ? $00 : $ff
validaJugada:
        pon No, vjValida
        lda vjFila
        cmp #NumFilas           ; 8 and $ff, a step below 0, are both outside
        bcs @fin
        lda vjColumna
        cmp #NumFilas
        bcs @fin
        pasaDir vjTablero, dcTablero
        pasa vjFila, dcFila
        pasa vjColumna, dcColumna
        jsr dameContenido
        lda dcContenido
        cmp #Vacio
        bne @fin
        pon Si, vjValida
@fin:   rts

        .segment "DATA"

        direcciones vjTablero
        octetos     vjFila, vjColumna, vjValida
