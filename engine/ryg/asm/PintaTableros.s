; PintaTableros.s -- boards on the screen.
;
;   NIVEL $00  TURNO RATON  VALOR $80       all through CHROUT, so it scrolls
;   PADRE $0000                             like any text
;   HIJOS $0000 $0000 $0000 $0000
;         $0000 $0000 $0000 $0000
;       0 1 2 3 4 5 6 7
;     0 G   G   G   G
;     1   .   .   .   .                     R the mouse, G a cat,
;     ...                                   . an empty square to play on

        .include "ryg.inc"

        .export pintaTablero, ptTableroLo, ptTableroHi, ptFila, ptColumna
        .export pintaHijos, ptHijo
        .export pintaMatriz
        .export pintaTurno, ptuTurno
        .export pintaDireccion, pdDirLo, pdDirHi
        .export pintaHex, phByte, phCifras
        .export pintaCadena, pcTextoLo, pcTextoHi
        .export pensando

        .import dameDatosBasicos, ddbTableroLo, ddbTableroHi
        .import ddbNivel, ddbTurno, ddbValor
        .import damePadre, dpTableroLo, dpTableroHi, dpPadreLo, dpPadreHi
        .import dameHijo, dhTableroLo, dhTableroHi, dhHijoLo, dhHijoHi
        .import dameContenido, dcTableroLo, dcTableroHi
        .import dcFila, dcColumna, dcContenido
        .import txtNivel, txtTurno, txtValor, txtPadre, txtHijos, txtSangria
        .import txtColumnas, txtMargen, txtRaton, txtGatos

        .segment "CODE"

; ---------------------------------------------------------------------------
; pintaTablero -- prints a board: its data, its links, its matrix
;
; In      ptTableroLo/Hi    the board                               (node)
; Out     -
; Uses    A, X, Y; screen; = dameDatosBasicos, damePadre, pintaCadena,
;         pintaHex, pintaTurno, pintaDireccion, pintaHijos, pintaMatriz
; Time    printing
; Native  prints the picture above
; ---------------------------------------------------------------------------
pintaTablero:
        pasaDir ptTablero, ddbTablero
        jsr dameDatosBasicos
        ponDir txtNivel, pcTexto
        jsr pintaCadena
        lda ddbNivel
        sta phByte
        jsr pintaHex
        ponDir txtTurno, pcTexto
        jsr pintaCadena
        lda ddbTurno
        sta ptuTurno
        jsr pintaTurno
        ponDir txtValor, pcTexto
        jsr pintaCadena
        lda ddbValor
        sta phByte
        jsr pintaHex

        ponDir txtPadre, pcTexto
        jsr pintaCadena
        pasaDir ptTablero, dpTablero
        jsr damePadre
        pasaDir dpPadre, pdDir
        jsr pintaDireccion

        jsr pintaHijos
        jsr pintaMatriz
        rts

; ---------------------------------------------------------------------------
; pintaHijos -- prints the addresses of a board's children, four a line
;
; In      ptTableroLo/Hi    the board                               (node)
; Out     -
; Uses    A, X, Y; screen; ptHijo; = pintaCadena, dameHijo, pintaDireccion
; Time    printing
; Native  prints hijos[0..7] as in the picture above
; ---------------------------------------------------------------------------
pintaHijos:
        ponDir txtHijos, pcTexto
        jsr pintaCadena
        lda #$00
        sta ptHijo
@bucle: pasaDir ptTablero, dhTablero
        ldy ptHijo
        jsr dameHijo
        pasaDir dhHijo, pdDir
        jsr pintaDireccion
        lda #' '
        jsr chrout
        inc ptHijo
        lda ptHijo
        cmp #MaxHijos
        beq @fin
        cmp #MaxHijos / 2
        bne @bucle
        ponDir txtSangria, pcTexto
        jsr pintaCadena
        jmp @bucle
@fin:   lda #Retorno
        jsr chrout
        rts

; ---------------------------------------------------------------------------
; pintaMatriz -- prints the cells of a board, rows and columns numbered
;
; In      ptTableroLo/Hi    the board                               (node)
; Out     -
; Uses    A, X, Y; screen; ptFila, ptColumna; = pintaCadena, dameContenido
; Time    printing
; Native  prints the cells as in the picture above
; ---------------------------------------------------------------------------
pintaMatriz:
        ponDir txtColumnas, pcTexto
        jsr pintaCadena
        lda #$00
        sta ptFila
@fila:  ponDir txtMargen, pcTexto
        jsr pintaCadena
        lda ptFila
        clc
        adc #'0'
        jsr chrout
        lda #$00
        sta ptColumna
@columna:
        lda #' '
        jsr chrout
        pasaDir ptTablero, dcTablero
        lda ptFila
        sta dcFila
        lda ptColumna
        sta dcColumna
        jsr dameContenido
        ldx #'R'
        lda dcContenido
        cmp #Raton
        beq @pinta
        ldx #'G'
        cmp #Gato
        beq @pinta
        ldx #'.'
        lda ptFila
        eor ptColumna
        lsr                     ; row + column even: a dark square
        bcc @pinta
        ldx #' '
@pinta: txa
        jsr chrout
        inc ptColumna
        lda ptColumna
        cmp #NumFilas
        bne @columna
        lda #Retorno
        jsr chrout
        inc ptFila
        lda ptFila
        cmp #NumFilas
        bne @fila
        rts

; ---------------------------------------------------------------------------
; pintaTurno -- prints who is to move: RATON or GATOS
;
; In      ptuTurno          turn byte                               ($01|$ff)
; Out     -
; Uses    A, Y; screen; = pintaCadena
; Time    printing
; Native  prints ptuTurno = $ff ? "GATOS" : "RATON"
; ---------------------------------------------------------------------------
pintaTurno:
        lda ptuTurno
        cmp #Gato
        beq @gatos
        ponDir txtRaton, pcTexto
        jsr pintaCadena
        rts
@gatos: ponDir txtGatos, pcTexto
        jsr pintaCadena
        rts

; ---------------------------------------------------------------------------
; pintaDireccion -- prints an address as $hhhh
;
; In      pdDirLo/Hi        the address                             (any)
; Out     -
; Uses    A, X; screen; = pintaHex
; Time    printing
; Native  prints "$%04X" of pdDir
; ---------------------------------------------------------------------------
pintaDireccion:
        lda #'$'
        jsr chrout
        lda pdDirHi
        sta phByte
        jsr pintaHex
        lda pdDirLo
        sta phByte
        jsr pintaHex
        rts

; ---------------------------------------------------------------------------
; pintaHex -- prints a byte as two hexadecimal digits
;
; In      phByte            the byte                                (any)
; Out     -
; Uses    A, X; screen
; Time    printing
; Native  prints "%02X" of phByte
; ---------------------------------------------------------------------------
pintaHex:
        lda phByte
        lsr
        lsr
        lsr
        lsr
        tax
        lda phCifras,x
        jsr chrout
        lda phByte
        and #%00001111
        tax
        lda phCifras,x
        jsr chrout
        rts

; ---------------------------------------------------------------------------
; pintaCadena -- prints a text
;
; In      pcTextoLo/Hi      its characters, a $00 behind            (text)
; Out     -
; Uses    A, Y; $fd/$fe; screen
; Time    printing
; Native  prints the characters before the $00
; ---------------------------------------------------------------------------
pintaCadena:
        pasaDir pcTexto, ptr2
        ldy #$00
@bucle: lda (ptr2Lo),y
        beq @fin
        jsr chrout
        iny
        bne @bucle              ; always: no text is that long
@fin:   rts

; ---------------------------------------------------------------------------
; pensando -- one dot: another board has been thought of
;
; In      -
; Out     -
; Uses    A; screen
; Time    printing
; Native  prints "."
; ---------------------------------------------------------------------------
pensando:
        lda #'.'
        jsr chrout
        rts

        .segment "RODATA"

phCifras:       .byte "0123456789ABCDEF"

        .segment "DATA"

ptTableroLo:    .res 1
ptTableroHi:    .res 1
ptFila:         .res 1
ptColumna:      .res 1
ptHijo:         .res 1
ptuTurno:       .res 1
pdDirLo:        .res 1
pdDirHi:        .res 1
phByte:         .res 1
pcTextoLo:      .res 1
pcTextoHi:      .res 1
