; RatonDos.s -- the mouse to move and two plies to go: values without moves.

        .include "veloz.inc"

        .export raton2

; What a square in that row must bring: more than tmpH, to cut tmpI.
.macro  umbrales no
        .local @bajo, @beta, @negativo
        sta tmpG
        lda W + 2
        sec
        sbc tmpG
        bcc @bajo
        adc #0
        cmp #33
        bcc @beta
        jmp no
@bajo:  lda #0
@beta:  sta tmpH
        lda W + 3
        sec
        sbc tmpG
        bcs @negativo
        lda #0
@negativo:
        sta tmpI
.endmacro

.macro  ataque hueco, g1, g2, si
        .local @no
        .ifnblank hueco
        lda b + hueco,x
        bne @no
        .endif
        lda b + g1,x
        .if g1 <> g2
        ora b + g2,x
        .endif
        lsr
        bcs si
@no:
.endmacro

; paso: a step; v1..v3: the squares around its end; four places for a cat to
; come to, unless it is the mouse's own, and where it would come from. A step
; down that gets this far can always be answered so: where no cat is close
; enough, a way up is open and as good.
.macro  intenta paso, v1, v2, v3, h1, g1, g2, h2, g3, g4, h3, g5, g6, h4, g7, g8
        .local @no, @si, @menos, @corte, @lento
        lda b + (paso),x
        bne @no
        lda b + (v1),x
        clc
        adc b + (v2),x
        adc b + (v3),x
        tay
        lda tabMovs,y
        cmp tmpH
        bcc @menos
        lda tabMovs + 1,y
        cmp tmpI
        bcs @corte
.ifnblank g1
        ataque h1, g1, g2, @si
        ataque h2, g3, g4, @si
        ataque h3, g5, g6, @si
        ataque h4, g7, g8, @si
        lda tabMovs,y
        cmp tmpI
        bcc @lento
.else
        bcc @si
.endif
@corte: lda W + 3
        rts
@menos: adc #1                  ; one more if cats can only go away
        cmp tmpH
        bne @no
        tya
        and #15
        beq @no
@lento: jmp ratonLento
@si:    lda tabMovs + 1,y
        cmp tmpH
        bcc @no
        sta tmpH
        inc tmpH
        clc
        adc tmpG
        sta W + 2
@no:
.endmacro

; ---------------------------------------------------------------------------
; raton2 -- the mouse to move, two plies to go: no move is made
;
;   The value of a step is that of its free neighbours, one less if a cat can
;   reach one of them. In other cases ratonLento makes the moves: one cat behind
;   the others, cats that can only go away, row 0, a mouse that cannot move.
;
; In      (nodo)
; Out     A                 the value, as far as alpha and beta ask
; Uses    X, Y; R; valores; tmpG; tmpH; tmpI; tmpJ; stack 2; = gatos1
; Time    seen 66..2541
; Native  engine::veloz::Search
raton2: cuenta nodos
        ldx R + 1
        cpx #4
        bcs @arriba
@lento: jmp ratonLento
@arriba:
        lda W + 4
        sta W + 2
        ldy K + 1
        lda tabGrupo,y
        beq @otras
        lsr
        bne @lento
        lda #8                  ; all in one row: 8 less when one has moved
        .byte $2c
@otras: lda #16
        sta tmpJ
        clc
        adc tabArriba,x
        umbrales @fin
        intenta -5, -10, -9, -1, {-10}, -15, -14, {-9}, -14, -13, {-1}, -6, -6, {}, -4, -4
        intenta -4, -9, -8, 1, {-9}, -14, -13, {-8}, -13, -12, {}, -5, -5, {1}, -3, -3
        lda tabAbajo,x
        clc
        adc tmpJ
        umbrales @fin
        intenta 4, -1, 8, 9
        intenta 5, 1, 9, 10
        lda b - 5,x
        beq @fin
        lda b - 4,x
        beq @fin
        lda b + 4,x
        beq @fin
        lda b + 5,x
        bne @lento2             ; it cannot move at all
@fin:   lda W + 2
        rts
@lento2:
        jmp ratonLento
