; Piensa.s -- what VELOZ has in place of the tree: a search and its move.

        .include "../../ryg1/asm/ryg1.inc"

        .export piensa, aplicaJugadaDecidida, tableroActual

; ---------------------------------------------------------------------------
; piensa -- searches, a dot for each move that is tried, and ends the line
;
; In      tableroActual     the game, either side to move           (juego)
;         dajProf           the depth                               ($01..$0c)
;         tablero           as preparaBusca has left it             (libre)
; Uses    A, X, Y; screen; $fd/$fe; pcTextoLo/Hi; = buscaJugada
; Time    printing
; Native  engine::veloz::Search
piensa: pinta txtPensando
        jsr buscaJugada
        lda #Retorno
        jsr chrout
        rts

; ---------------------------------------------------------------------------
; aplicaJugadaDecidida -- makes the chosen move in the game
;
;   A side without a move passes: the game stays as it is.
;
; In      tableroActual     the game                                (juego)
;         bjDe              where the piece stands, $ff: none  ($00..$3f|$ff)
;         bjA               where it goes                           ($00..$3f)
;         bjValor           what that is worth                      (any)
; Out     tableroActual     the piece moved; nivel 0, the other turno, valor
;                           bjValor, no parent, no children
; Uses    A, X, Y
; Time    seen 13..237
; Native  the position after the chosen move
aplicaJugadaDecidida:
        ldx bjDe
        bmi @fin
        ldy bjA
        lda tableroActual + nodoMatriz,x
        sta tableroActual + nodoMatriz,y
        lda #Vacio
        sta tableroActual + nodoMatriz,x
        lda tableroActual + nodoTurno
        eor #Raton ^ Gato
        sta tableroActual + nodoTurno
        lda bjValor
        sta tableroActual + nodoValor
        lda #$00
        sta tableroActual + nodoNivel
        ldx #nodoMatriz - nodoPadre - 1
@borra: sta tableroActual + nodoPadre,x
        dex
        bpl @borra
@fin:   rts

        .segment "DATA"

tableroActual:
        .res TamNodo
