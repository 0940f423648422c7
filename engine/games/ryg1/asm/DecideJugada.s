; DecideJugada.s -- the choice: the child that gave the root its value.
;
; Assembled into versions from 14 on.

        .include "ryg1.inc"

.if VERSION >= 14

        .export decideJugadaMin, djmFin
.if DESEMPATE
        .export sorteaEmpate
.endif

; ---------------------------------------------------------------------------
; decideJugadaMin -- which child gave the root its value
;
;   The least one when the cats are to move, the greatest when the mouse is:
;   equality serves both. Of several the first, or the one that the jiffy
;   clock draws where DESEMPATE is assembled.
;
; In      djmTableroLo/Hi   the root, valued by miniMax             (tree)
;         $a2               the jiffy clock, if it breaks ties      (any)
; Out     (decided)
; Uses    A; djmValor; stack 5; = dameValor, dameHijo, sorteaEmpate
; Time    173..1420
; Native  engine::ryg1::choose_first_best
decideJugadaMin:
        pasaDir djmTablero, dvTablero
        jsr dameValor
        pasa dvValor, djmValor
.if DESEMPATE
        jsr sorteaEmpate
.endif

        ldy #$00
@bucle: hijoDe djmTablero, @nadie
        sty djmHijo
        pasaDir dhHijo, dvTablero
        jsr dameValor
        ldy djmHijo
        lda dvValor
        cmp djmValor
.if DESEMPATE
        bne @otro
        dec djmSalta            ; drawn is the one after djmSalta others
        bmi djmFin
@otro:
.else
        beq djmFin
.endif
        iny
        cpy #MaxHijos
        bne @bucle

@nadie: ldy #NoHay
        sty djmHijo
        lda #$00
        sta djmDirLo
        sta djmDirHi
        rts

djmFin: sty djmHijo
        pasaDir dhHijo, djmDir
        rts

.if DESEMPATE
; ---------------------------------------------------------------------------
; sorteaEmpate -- draws one of the children that have the root's value
;
;   djmSalta = djmReloj mod djmEmpates: how many of them are passed by
;
; In      djmTableroLo/Hi   the root, valued by miniMax             (tree)
;         djmValor          its value                               (any)
;         $a2               the jiffy clock's fastest byte          (any)
; Out     djmEmpates        children with that value                ($00..$08)
;         djmReloj          what was read from the clock
;         djmSalta          below djmEmpates; 0 if that is 0        ($00..$07)
; Uses    A, Y; djmHijo; stack 3; = dameHijo, dameValor
; Time    seen 120..3176
; Native  djmSalta = djmReloj % djmEmpates
sorteaEmpate:
        pon $00, djmEmpates
        ldy #$00
@bucle: hijoDe djmTablero, @sortea
        sty djmHijo
        pasaDir dhHijo, dvTablero
        jsr dameValor
        ldy djmHijo
        lda dvValor
        cmp djmValor
        bne @otro
        inc djmEmpates
@otro:  iny
        cpy #MaxHijos
        bne @bucle

@sortea:
        pasa JiffyClock, djmReloj
        ldy djmEmpates
        beq @nadie
        sec
@resto: sbc djmEmpates          ; carry stays set until one too many
        bcs @resto
        adc djmEmpates
        sta djmSalta
        rts
@nadie: sty djmSalta
        rts
.endif

        .segment "DATA"

        direcciones djmTablero
        octetos     djmValor, djmHijo
        direcciones djmDir
.if DESEMPATE
        octetos     djmEmpates, djmReloj, djmSalta
.endif

.endif
