; RYGDialogo.s -- main program: what is asked and shown.

        .include "ryg.inc"

        .export pintaTitulo
        .export pintaTableroActual
        .export pideProfundidad
        .export solicitaJugada, sjFila, sjColumna
        .export leeCifra, lcCifra
        .export leeTecla, ltTecla

        .import tableroActual, dajProf
        .import pintaCadena, pcTextoLo, pcTextoHi
        .import pintaTablero, ptTableroLo, ptTableroHi
        .import dameRaton, drTableroLo, drTableroHi, drOffset
        .import dameFilaCol, dfcOffset, dfcFila, dfcColumna
        .import generaJugadasRaton, gjrTableroLo, gjrTableroHi
        .import gjrFila, gjrColumna, gjrFilas, gjrColumnas
        .import txtTitulo, txtProfundidad, txtJugada
        .import txtTeclaNoValida, txtJugadaNoValida

        .segment "CODE"

; ---------------------------------------------------------------------------
; pintaTitulo -- clears the screen and prints the title
;
; Uses    A, Y; screen; = pintaCadena
; Time    printing
; Native  prints txtTitulo
; ---------------------------------------------------------------------------
pintaTitulo:
        ponDir txtTitulo, pcTexto
        jsr pintaCadena
        rts

; ---------------------------------------------------------------------------
; pintaTableroActual -- prints the board of the game
;
; In      tableroActual     the game                                (board)
; Uses    A, X, Y; screen; = pintaTablero
; Time    printing
; Native  prints tableroActual as pintaTablero does
; ---------------------------------------------------------------------------
pintaTableroActual:
        ponDir tableroActual, ptTablero
        jsr pintaTablero
        rts

; ---------------------------------------------------------------------------
; pideProfundidad -- asks how deep to search, until a key 1..5 comes
;
; Out     dajProf           1..5                                    ($01..$05)
; Uses    A, X, Y; screen; = pintaCadena, leeTecla
; Time    keys
; Native  dajProf = first key in "12345", as a number
; ---------------------------------------------------------------------------
pideProfundidad:
        ponDir txtProfundidad, pcTexto
        jsr pintaCadena
        jsr leeTecla
        lda ltTecla
        cmp #'1'
        bcc @mal
        cmp #'5' + 1
        bcs @mal
        and #%00001111
        sta dajProf
        lda ltTecla
        jsr chrout
        lda #Retorno
        jsr chrout
        rts
@mal:   ponDir txtTeclaNoValida, pcTexto
        jsr pintaCadena
        jmp pideProfundidad

; ---------------------------------------------------------------------------
; solicitaJugada -- asks for the mouse's move, until a valid one comes
;
;   Two digits, row and column of the destination. A wrong key or a square
;   that the mouse cannot reach gets a message and the question again.
;
; In      tableroActual     the game; the mouse can move            (board)
; Out     sjFila            row of the destination                  ($00..$07)
;         sjColumna         its column                              ($00..$07)
; Uses    A, X, Y; screen; = pintaCadena, leeCifra, dameRaton, dameFilaCol,
;         generaJugadasRaton
; Time    keys
; Native  sjFila, sjColumna = first two digits that engine::is_legal
; ---------------------------------------------------------------------------
solicitaJugada:
        ponDir txtJugada, pcTexto
        jsr pintaCadena
        jsr leeCifra
        lda lcCifra
        bmi @tecla
        sta sjFila
        jsr leeCifra
        lda lcCifra
        bmi @tecla
        sta sjColumna
        lda #Retorno
        jsr chrout

        ponDir tableroActual, drTablero
        jsr dameRaton
        lda drOffset
        sta dfcOffset
        jsr dameFilaCol
        ponDir tableroActual, gjrTablero
        lda dfcFila
        sta gjrFila
        lda dfcColumna
        sta gjrColumna
        jsr generaJugadasRaton
        ldy #$00
@busca: lda gjrFilas,y
        cmp #FinLista
        beq @jugada
        cmp sjFila
        bne @otra
        lda gjrColumnas,y
        cmp sjColumna
        beq @fin
@otra:  iny
        bne @busca              ; always: the list has an end

@jugada:
        ponDir txtJugadaNoValida, pcTexto
        jsr pintaCadena
        jmp solicitaJugada
@tecla: ponDir txtTeclaNoValida, pcTexto
        jsr pintaCadena
        jmp solicitaJugada
@fin:   rts

; ---------------------------------------------------------------------------
; leeCifra -- waits for a key that should be a row or a column, and echoes it
;
; Out     lcCifra           its digit, $ff: another key           ($00..$07|$ff)
; Uses    A, X, Y; screen; = leeTecla
; Time    keys
; Native  lcCifra = key in "01234567" ? key - $30 : $ff
; ---------------------------------------------------------------------------
leeCifra:
        jsr leeTecla
        lda #$ff
        sta lcCifra
        lda ltTecla
        cmp #'0'
        bcc @fin
        cmp #'7' + 1
        bcs @fin
        and #%00000111
        sta lcCifra
        lda ltTecla
        jsr chrout
@fin:   rts

; ---------------------------------------------------------------------------
; leeTecla -- waits for a key
;
; Out     ltTecla           its PETSCII code                        ($01..$ff)
; Uses    A, X, Y; screen
; Time    keys
; Native  ltTecla = first key that GETIN gives
; ---------------------------------------------------------------------------
leeTecla:
        jsr getin
        cmp #$00                ; nothing in the keyboard's buffer
        beq leeTecla
        sta ltTecla
        rts

        .segment "DATA"

sjFila:         .res 1
sjColumna:      .res 1
lcCifra:        .res 1
ltTecla:        .res 1
