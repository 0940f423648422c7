; Raiz.s -- the root: its moves in 16's order; a better one replaces the best.

        .include "veloz.inc"

        .export raizRaton, raizGatos

.macro  ponRutina bajo, alto
        .local @claves, @puesta
        lda bajo - 1,y
        ldx alto - 1,y
        bit conTabla
        bmi @claves
        sta rutina
        stx rutina + 1
        bpl @puesta
@claves:
        sta rutinaClaves
        stx rutinaClaves + 1
        lda #<claves
        sta rutina
        lda #>claves
        sta rutina + 1
@puesta:
.endmacro

.macro  raizGato g
        .local @una, @der, @repone, @no
        ldy cat + g
        lda b + 4,y
        beq @una
        lda b + 5,y
        beq @una
        jmp @no
@una:   sty desde
        sta b,y
        ldx marcoR
        lda K + 1,x
        clc
        adc tabPaso,y
        sta K,x
        lda b + 4,y
        bne @der
        raizPasoGato g, 4, @der
@der:   lda b + 5,y
        bne @repone
        raizPasoGato g, 5, @repone
@repone:
        sty cat + g
        lda #GatoAqui
        sta b,y
@no:
.endmacro

.macro  raizPasoGato g, paso, otra
        tya
        clc
        adc #paso
        sta cat + g
        sta hasta
        tax
        lda #GatoAqui
        sta b,x
        jsr llama
        ldx hasta
        ldy #Vacia
        sty b,x
        ldy desde
        ldx raizD
        cmp W,x
        bcs otra
        sta W,x
        sty bjDe
        ldx hasta
        stx bjA
.endmacro

raizGatos:
        ponRutina ratonLo, ratonHi
        lda #Peor
        sta W + 1,y
        lda #Mejor
        sta W,y
        tya
        lsr
        sta marcoR
        tax
        lda desde
        sta R,x
        inx
        jsr sumaGatos
        .repeat 4, G
        raizGato G
        .endrepeat
        ldx marcoR
        ldy K + 1,x
        jmp acaba

; ---------------------------------------------------------------------------
; llama -- a root's move has been made: a dot, and the value below
;
; In      (nodo)
;         rutina            what values the position                (salto)
; Out     A                 the value
; Uses    X, Y; screen
; Time    printing
llama:  lda #'.'
        jsr chrout
        jmp (rutina)

; ---------------------------------------------------------------------------
; claves -- with the table: the keys of the position, and its value
;
; In      (nodo)
;         rutinaClaves      what values the position                (salto)
;         marcoR            its frame                               ($00..$06)
;         desde             from where                              ($00..$23)
;         hasta             to where                                ($00..$23)
;         tableroActual     the game                                (juego)
; Out     A                 the value
; Uses    X, Y; H0; H1; H2
; Time    seen 56..127
claves: lda tableroActual + 4   ; the mouse's moves leave them
        bpl @llama
        ldx marcoR
        .repeat 3, C
        ldy desde
        lda .ident(.sprintf("H%d", C)) + 1,x
        eor .ident(.sprintf("clave%d", C)),y
        ldy hasta
        eor .ident(.sprintf("clave%d", C)),y
        sta .ident(.sprintf("H%d", C)),x
        .endrepeat
@llama: jmp (rutinaClaves)

.macro  raizPasoRaton paso
        .local @no
        ldx desde
        lda b + (paso),x
        bne @no
        lda #Muro
        sta b + (paso),x
        txa
        clc
        adc #<(paso)
        sta hasta
        ldx marcoR
        sta R - 1,x
        jsr llama
        ldx hasta
        ldy #Vacia
        sty b,x
        ldy raizD
        cmp W,y
        bcc @no
        beq @no
        sta W,y
        stx bjA
        lda desde
        sta bjDe
@no:
.endmacro

raizRaton:
        ponRutina gatosLo, gatosHi
        lda #Mejor
        sta W + 1,y
        lda #Peor
        sta W,y
        iny
        tya
        lsr
        sta marcoR
        tax
        jsr sumaGatos
        ldx desde
        lda #Vacia
        sta b,x
        raizPasoRaton -5
        raizPasoRaton -4
        raizPasoRaton 4
        raizPasoRaton 5
        ldx marcoR
        lda desde
        sta R,x
        ldy K,x
        ; fall through

; the value and the move; X the mouse's frame, Y the sum of weights
acaba:  lda bjA
        cmp #NoHay
        bne @hay
        lda R,x
        tax
        jsr evalua
        jmp @valor
@hay:   tax
        ldy tabCasilla,x
        sty bjA
        ldx bjDe
        ldy tabCasilla,x
        sty bjDe
        ldx raizD
        lda W,x
@valor: sta bjValor
        lda #Vacia
        .repeat 4, G
        ldx cat + G
        sta b,x
        .endrepeat
        ldx marcoR
        ldy R,x
        sta b,y
        lda #3                  ; BASIC's own bytes
        sta $53
        lda #$4c
        sta $54
        rts

ratonLo:
        .repeat 12, J
        .lobytes .ident(.sprintf("raton%d", J))
        .endrepeat
ratonHi:
        .repeat 12, J
        .hibytes .ident(.sprintf("raton%d", J))
        .endrepeat
gatosLo:
        .repeat 12, J
        .lobytes .ident(.sprintf("gatos%d", J))
        .endrepeat
gatosHi:
        .repeat 12, J
        .hibytes .ident(.sprintf("gatos%d", J))
        .endrepeat

        .segment "DATA"

rutina: .res 2
rutinaClaves:
        .res 2
