; PintaArbol.s -- trees on the screen. Assembled into versions 12 and 13.

        .include "ryg1.inc"

.if VERSION <= 13

        .export pintaArbol, paFin

; ---------------------------------------------------------------------------
; pintaArbol -- prints every board of a tree, recursively
;
; In      paTableroLo/Hi    the root                                (tree)
;         paProf            depth of the tree; $ff: nothing to do ($00..$05|$ff)
; Uses    A, X, Y; screen; stack 40; = pintaTablero, dameHijo
; Time    printing
; Native  prints the nodes down to paProf, each before its children
pintaArbol:
        lda paProf
        cmp #$ff
        bne @sigue
        rts

@sigue: pasaDir paTablero, ptTablero
        jsr pintaTablero

        ldy #$00
@bucle: hijoDe paTablero, paFin

        ; of this level, all that is needed again
        guarda paTableroLo, paTableroHi, paProf
        tya
        pha
        pasaDir dhHijo, paTablero
        sec
        lda paProf
        sbc #$01
        sta paProf
        jsr pintaArbol
        pla
        tay
        recupera paProf, paTableroHi, paTableroLo

        iny
        cpy #MaxHijos
        bne @bucle
paFin:  rts

        .segment "DATA"

        direcciones paTablero
        octetos     paProf

.endif
