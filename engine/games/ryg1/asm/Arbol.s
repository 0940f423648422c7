; Arbol.s -- the tree of moves: the memory it grows in and how it grows.
;
;   raizArbol   root | its children | children of child 0 | of child 1 | ...
;
; Nodes follow one another upward from the root, each TamNodo bytes. All
; children of a board are made before the first of them is expanded, so
; siblings lie side by side.

        .include "ryg1.inc"

        .export tableroActual, libreLo, libreHi, raizArbol, baseArbolLo
        .export baseArbolHi, finArbolLo, finArbolHi, memoriaLlena, hayMemoria
        .export creaHijo, desarrollaUnNivel, dunGatos, dunRaton, dunHijos
        .export dunFin

; ---------------------------------------------------------------------------
; hayMemoria -- is there room for one more node?
;
;   libre + 88 <= finArbol; a sum past $ffff is past every limit.
;
; In      libreLo/Hi        first free address                      (any)
;         finArbolLo/Hi     first address past the tree's memory    (any)
; Out     memoriaLlena      $ff there is room, $00 there is none    ($00|$ff)
;         hmFinalLo/Hi      where that node would end: libre + 88
; Uses    A
; Time    37..60
; Native  memoriaLlena = libre + 88 <= finArbol ? $ff : $00
hayMemoria:
        pon Si, memoriaLlena
        clc
        lda libreLo
        adc #TamNodo
        sta hmFinalLo
        lda libreHi
        adc #$00
        sta hmFinalHi
        bcs @fin
        lda finArbolLo
        cmp hmFinalLo
        lda finArbolHi
        sbc hmFinalHi
        bcc @fin
        pon No, memoriaLlena
@fin:   rts

; ---------------------------------------------------------------------------
; creaHijo -- gives a board one more child, which is its copy so far
;
;   The child is a level deeper, the other side is to move, and its value
;   stays the parent's until it is evaluated.
;
; In      chPadreLo/Hi      the parent                              (node)
;         chNumHijo         number of the child                     ($00..$07)
;         (grows)
; Out     chHijoLo/Hi       the child ($0000: memory is full)
;         chHijo->*         as the parent; nivel + 1, the other turno, padre,
;                           hijos all $0000
;         chPadre->hijos    the chNumHijo-th is the child
;         (grows)
; Uses    A, X, Y; stack 4; = hayMemoria, copiaTableroSinHijos,
;         dameDatosBasicos, fijaDatosBasicos, fijaPadre, fijaHijo
; Time    81..2345
; Native  chHijo = child of chPadre without its move
creaHijo:
        jsr hayMemoria
        lda memoriaLlena
        bne @cabe
        sta chHijoLo            ; $0000, no child
        sta chHijoHi
        rts

@cabe:  pasaDir libre, chHijo
        pasaDir chPadre, ctshOrigen
        pasaDir chHijo, ctshDestino
        jsr copiaTableroSinHijos

        pasaDir chPadre, ddbTablero
        jsr dameDatosBasicos
        pasaDir chHijo, fdbTablero
        ldx ddbNivel
        inx
        stx fdbNivel
        lda ddbTurno
        eor #Raton ^ Gato       ; $01 and $ff change places
        sta fdbTurno
        pasa ddbValor, fdbValor
        jsr fijaDatosBasicos

        pasaDir chHijo, fpTablero
        pasaDir chPadre, fpPadre
        jsr fijaPadre
        pasaDir chPadre, fhTablero
        pasaDir chHijo, fhHijo
        ldy chNumHijo
        jsr fijaHijo

        pasaDir hmFinal, libre
        rts

; ---------------------------------------------------------------------------
; desarrollaUnNivel -- grows the tree below a board, recursively
;
;   depth 0: nothing; else all children of the side to move, then each child
;   with depth - 1. A won game is expanded like any other: only depth and the
;   lack of moves end a branch. With memory full every level returns at once.
;
; In      dunTableroLo/Hi   the board, without children             (bare)
;         dunProf           depth to grow                           ($00..$05)
;         (grows)
;         memoriaLlena      $ff                                     ($ff)
; Out     dunTablero->hijos its children
;         (grows)
; Uses    A, X, Y; tree; screen; stack 36; = generaHijosGatos,
;         generaHijosRaton, dameDatosBasicos, dameHijo
; Time    printing
; Native  engine::ryg1::build_tree
desarrollaUnNivel:
        lda dunProf
        bne @sigue
        rts

@sigue: pasaDir dunTablero, ddbTablero
        jsr dameDatosBasicos
        lda ddbTurno
        cmp #Gato
        bne dunRaton

dunGatos:
        pasaDir dunTablero, ghgTablero
        jsr generaHijosGatos
        jmp dunHijos

dunRaton:
        pasaDir dunTablero, ghrTablero
        jsr generaHijosRaton

dunHijos:
        lda memoriaLlena
        beq dunFin
        ldy #$00
@bucle: hijoDe dunTablero, dunFin

        ; of this level, all that is needed again
        guarda dunTableroLo, dunTableroHi, dunProf
        tya
        pha
        pasaDir dhHijo, dunTablero
        dec dunProf
        jsr desarrollaUnNivel
        pla
        tay
        recupera dunProf, dunTableroHi, dunTableroLo

        lda memoriaLlena
        beq dunFin
        iny
        cpy #MaxHijos
        bne @bucle
dunFin: rts

        .segment "DATA"

; Where the tree's root goes and where its memory ends. The program never
; changes them: they are here to be poked.
baseArbolLo:    .byte <raizArbol
baseArbolHi:    .byte >raizArbol
finArbolLo:     .byte <FinRam
finArbolHi:     .byte >FinRam

memoriaLlena:   .byte No        ; Si: a node did not fit
        direcciones hmFinal, chPadre
        octetos     chNumHijo
        direcciones chHijo, dunTablero
        octetos     dunProf

; The end of the file: the board of the game, the first free address, and the
; root, which has no bytes here.
        .segment "ARBOL"

tableroActual:  .res TamNodo
libreLo:        .byte <raizArbol
libreHi:        .byte >raizArbol
raizArbol:
