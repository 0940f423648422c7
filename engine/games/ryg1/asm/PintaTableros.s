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

        .include "ryg1.inc"

        .export pintaTablero, pintaHijos, pintaMatriz, pintaTurno
        .export pintaDireccion, pintaHex, phCifras, pintaCadena, pensando

; ---------------------------------------------------------------------------
; pintaTablero -- prints a board: its data, its links, its matrix
;
; In      ptTableroLo/Hi    the board                               (node)
; Uses    A, X, Y; screen; = dameDatosBasicos, damePadre, pintaCadena,
;         pintaHex, pintaTurno, pintaDireccion, pintaHijos, pintaMatriz
; Time    printing
; Native  prints the picture above
pintaTablero:
        pasaDir ptTablero, ddbTablero
        jsr dameDatosBasicos
        pinta txtNivel
        pasa ddbNivel, phByte
        jsr pintaHex
        pinta txtTurno
        pasa ddbTurno, ptuTurno
        jsr pintaTurno
        pinta txtValor
        pasa ddbValor, phByte
        jsr pintaHex

        pinta txtPadre
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
; Uses    A, X, Y; screen; ptHijo; = pintaCadena, dameHijo, pintaDireccion
; Time    printing
; Native  prints hijos[0..7] as in the picture above
pintaHijos:
        pinta txtHijos
        pon $00, ptHijo
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
        pinta txtSangria
        jmp @bucle
@fin:   lda #Retorno
        jsr chrout
        rts

; ---------------------------------------------------------------------------
; pintaMatriz -- prints the cells of a board, rows and columns numbered
;
; In      ptTableroLo/Hi    the board                               (node)
; Uses    A, X, Y; screen; ptFila, ptColumna; = pintaCadena, dameContenido
; Time    printing
; Native  prints the cells as in the picture above
pintaMatriz:
        pinta txtColumnas
        pon $00, ptFila
@fila:  pinta txtMargen
        lda ptFila
        clc
        adc #'0'
        jsr chrout
        pon $00, ptColumna
@columna:
        lda #' '
        jsr chrout
        pasaDir ptTablero, dcTablero
        pasa ptFila, dcFila
        pasa ptColumna, dcColumna
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
; Uses    A, Y; screen; = pintaCadena
; Time    printing
; Native  prints ptuTurno = $ff ? "GATOS" : "RATON"
pintaTurno:
        lda ptuTurno
        cmp #Gato
        beq @gatos
        pinta txtRaton
        rts
@gatos: pinta txtGatos
        rts

; ---------------------------------------------------------------------------
; pintaDireccion -- prints an address as $hhhh
;
; In      pdDirLo/Hi        the address                             (any)
; Uses    A, X; screen; = pintaHex
; Time    printing
; Native  prints "$%04X" of pdDir
pintaDireccion:
        lda #'$'
        jsr chrout
        pasa pdDirHi, phByte
        jsr pintaHex
        pasa pdDirLo, phByte
        jsr pintaHex
        rts

; ---------------------------------------------------------------------------
; pintaHex -- prints a byte as two hexadecimal digits
;
; In      phByte            the byte                                (any)
; Uses    A, X; screen
; Time    printing
; Native  prints "%02X" of phByte
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
; In      pcTextoLo/Hi      its characters, then a $00              (text)
; Uses    A, Y; $fd/$fe; screen
; Time    printing
; Native  prints the characters before the $00
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
; Uses    A; screen
; Time    printing
; Native  prints "."
pensando:
        lda #'.'
        jsr chrout
        rts

        .segment "RODATA"

phCifras:       .byte "0123456789ABCDEF"

        .segment "DATA"

        direcciones ptTablero
        octetos     ptFila, ptColumna, ptHijo, ptuTurno
        direcciones pdDir
        octetos     phByte
        direcciones pcTexto
