; TablerosCasillas.s -- the board library: the 64 cells of the matrix.
;
; A cell is named by row and column, or by its offset in the node ($18..$57).

        .include "ryg1.inc"

        .export dameOffset, dameFilaCol, dameContenido, fijaContenido, dameRaton
        .export dameGato

; ---------------------------------------------------------------------------
; dameOffset -- from row and column to the cell's offset in the node
;
; In      doFila            row                                     ($00..$07)
;         doColumna         column                                  ($00..$07)
; Out     doOffset          24 + 8 * row + column                   ($18..$57)
; Uses    A
; Time    30..30
; Native  doOffset = 24 + 8 * doFila + doColumna
dameOffset:
        lda doFila
        asl
        asl
        asl
        clc
        adc doColumna
        clc
        adc #nodoMatriz
        sta doOffset
        rts

; ---------------------------------------------------------------------------
; dameFilaCol -- from a cell's offset in the node to its row and column
;
; In      dfcOffset         24 + 8 * row + column                   ($18..$57)
; Out     dfcFila           row                                     ($00..$07)
;         dfcColumna        column                                  ($00..$07)
; Uses    A; stack 1
; Time    37..37
; Native  dfcFila, dfcColumna = (dfcOffset - 24) / 8, (dfcOffset - 24) % 8
dameFilaCol:
        sec
        lda dfcOffset
        sbc #nodoMatriz
        pha
        and #%00000111
        sta dfcColumna
        pla
        lsr
        lsr
        lsr
        sta dfcFila
        rts

; ---------------------------------------------------------------------------
; dameContenido -- what stands on a cell
;
; In      dcTableroLo/Hi    the board                               (node)
;         dcFila            row                                     ($00..$07)
;         dcColumna         column                                  ($00..$07)
; Out     dcContenido       $00 nothing, $01 the mouse, $ff a cat  ($00|$01|$ff)
; Uses    A, Y; $fb/$fc; stack 2; = dameOffset
; Time    85..86
; Native  dcContenido = node.cells[8 * dcFila + dcColumna]
dameContenido:
        pasa dcFila, doFila
        pasa dcColumna, doColumna
        jsr dameOffset
        pasaDir dcTablero, ptr
        ldy doOffset
        lda (ptrLo),y
        sta dcContenido
        rts

; ---------------------------------------------------------------------------
; fijaContenido -- puts something on a cell
;
; In      fcTableroLo/Hi    the board                               (node)
;         fcFila            row                                     ($00..$07)
;         fcColumna         column                                  ($00..$07)
;         fcContenido       $00 nothing, $01 the mouse, $ff a cat  ($00|$01|$ff)
; Out     fcTablero->matriz the cell holds fcContenido
; Uses    A, Y; $fb/$fc; stack 2; = dameOffset
; Time    86..86
; Native  node.cells[8 * fcFila + fcColumna] = fcContenido
fijaContenido:
        pasa fcFila, doFila
        pasa fcColumna, doColumna
        jsr dameOffset
        pasaDir fcTablero, ptr
        ldy doOffset
        lda fcContenido
        sta (ptrLo),y
        rts

; ---------------------------------------------------------------------------
; dameRaton -- where the mouse is
;
; In      drTableroLo/Hi    the board                               (node)
; Out     drOffset          its cell's offset ($58: no mouse)       ($18..$57)
; Uses    A, Y; $fb/$fc
; Time    36..1108
; Native  drOffset = 24 + square of the mouse
dameRaton:
        pasaDir drTablero, ptr
        ldy #nodoMatriz
@busca: lda (ptrLo),y
        cmp #Raton
        beq @fin
        iny
        cpy #TamNodo
        bne @busca
@fin:   sty drOffset
        rts

; ---------------------------------------------------------------------------
; dameGato -- where a cat is
;
;   A cat has no name of its own: its number is its rank from cell (0,0) on,
;   and it changes when cats pass each other.
;
; In      dgTableroLo/Hi    the board                               (node)
;         dgGato            number of the cat                       ($00..$03)
; Out     dgOffset          its cell's offset ($58: no such cat)    ($18..$57)
; Uses    A, X, Y; $fb/$fc
; Time    44..1188
; Native  dgOffset = 24 + square of the dgGato-th cat in ascending order
dameGato:
        pasaDir dgTablero, ptr
        ldx dgGato              ; cats to pass by before the one wanted
        ldy #nodoMatriz
@busca: lda (ptrLo),y
        cmp #Gato
        bne @otra
        dex
        bmi @fin
@otra:  iny
        cpy #TamNodo
        bne @busca
@fin:   sty dgOffset
        rts

        .segment "DATA"

        octetos     doFila, doColumna, doOffset, dfcOffset, dfcFila, dfcColumna
        direcciones dcTablero
        octetos     dcFila, dcColumna, dcContenido
        direcciones fcTablero
        octetos     fcFila, fcColumna, fcContenido
        direcciones drTablero
        octetos     drOffset
        direcciones dgTablero
        octetos     dgGato, dgOffset
