; RYG.s -- el raton y los gatos: the main program.
;
; The human is the mouse, the C64 plays the cats. What the versions do with a
; move of the mouse:
;
;   12   builds the tree, values every node by itself, prints the tree and ends
;   13   the same with miniMax
;   14   chooses and makes the cats' move, and so on forever: it does not see
;        that a game has ended. Cats that cannot move pass; a mouse that cannot
;        move is asked in vain
;   15   sees who has won, and starts again
;   16   12 KB more for the tree; values the cats' rows too
;   17   keeps no tree (engine/games/veloz)

        .include "ryg1.inc"

        .export inicio, nuevaPartida, actualiza, pideJugada
.if VERSION = 16
        .export ampliaRam
.endif

        .include "../../../common/asm/start.inc"

; ---------------------------------------------------------------------------
; inicio -- the program; SYS comes here
;
; In      baseArbolLo/Hi    where the tree's root goes              (room)
;         finArbolLo/Hi     first address past its memory, which
;                           has room for nine nodes                 (limit)
;         $a2               the jiffy clock, if it breaks ties      (any)
; Uses    A, X, Y; screen; tree; = ampliaRam, pintaTitulo, pideProfundidad,
;         inicializaTablero, pintaTableroActual, solicitaJugada,
;         aplicaJugadaSolicitada, verificaRatonFila0, verificaGatos0Jugs,
;         verificaRaton0Jugs, ganaRaton2, gananGatos2, desarrollaArbolJugadas,
;         evaluaArbolJugadas, pintaArbolJugadas, decideJugadaGatos,
;         aplicaJugadaDecidida
; Time    endless with decideJugadaGatos
; Native  engine::ryg1::search
inicio:
.if VERSION = 16
        jsr ampliaRam
.elseif VERSION >= 17
        jsr preparaBusca
.endif

nuevaPartida:
        jsr pintaTitulo
        jsr pideProfundidad
        ponDir tableroActual, itTablero
        jsr inicializaTablero

actualiza:
        jsr pintaTableroActual

pideJugada:
        jsr solicitaJugada
        jsr aplicaJugadaSolicitada
        jsr pintaTableroActual

.if VERSION >= 15
        ponDir tableroActual, vrf0Tablero
        jsr verificaRatonFila0
        lda vrf0
        beq @ganaRaton
        ponDir tableroActual, vg0jTablero
        jsr verificaGatos0Jugs
        lda vg0j
        beq @ganaRaton
.endif

.if VERSION >= 17
        jsr piensa
.else
        jsr desarrollaArbolJugadas
        jsr evaluaArbolJugadas
.endif
.if VERSION <= 13
        jmp pintaArbolJugadas   ; the last leaf stays on the screen
.else
.if VERSION <= 16
        jsr decideJugadaGatos
.endif
        jsr aplicaJugadaDecidida
.if VERSION = 14
        jmp actualiza
.else
        jsr pintaTableroActual
        ponDir tableroActual, vr0jTablero
        jsr verificaRaton0Jugs
        lda vr0j
        bne pideJugada
        jsr gananGatos2
        jmp nuevaPartida

@ganaRaton:
        jsr ganaRaton2
        jmp nuevaPartida
.endif
.endif

.if VERSION = 16
; ---------------------------------------------------------------------------
; ampliaRam -- banks out the BASIC ROM, so $a000-$bfff is RAM
;
;   With $c000-$cfff, which now adjoins, the tree gains 12 KB. The KERNAL
;   stays, for its CHROUT and GETIN are called.
;
; In      $01               the processor port                      ($36|$37)
; Out     $01               bit 0 (LORAM) clear                     ($36)
; Uses    A
; Time    14..14
; Native  $01 = $01 & $fe
ampliaRam:
        lda R6510
        and #%11111110
        sta R6510
        rts
.endif
