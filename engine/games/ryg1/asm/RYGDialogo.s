; RYGDialogo.s -- main program: what is asked and shown.

        .include "ryg1.inc"

        .export pintaTitulo, pintaTableroActual, pideProfundidad, solicitaJugada
        .export leeCifra, leeTecla

; ---------------------------------------------------------------------------
; pintaTitulo -- clears the screen and prints the title
;
; Uses    A, Y; screen; = pintaCadena
; Time    printing
; Native  prints txtTitulo
pintaTitulo:
        pinta txtTitulo
        rts

; ---------------------------------------------------------------------------
; pintaTableroActual -- prints the board of the game
;
; In      tableroActual     the game                                (board)
; Uses    A, X, Y; screen; = pintaTablero
; Time    printing
; Native  prints tableroActual as pintaTablero does
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
; Invariant In
; Native  dajProf = first key in "12345", as a number
pideProfundidad:
        pinta txtProfundidad
        jsr leeTecla
        lda ltTecla
        cmp #'1'
        bcc @mal
.if VERSION >= 17               ; A, B, C for 10, 11, 12
        cmp #'9' + 1
        bcc @cifra
        cmp #'A'
        bcc @mal
        cmp #'C' + 1
        bcs @mal
        sbc #'A' - '9' - 2      ; carry clear: one more
@cifra:
.else
        cmp #'5' + 1
        bcs @mal
.endif
        and #%00001111
        sta dajProf
        lda ltTecla
        jsr chrout
        lda #Retorno
        jsr chrout
        rts
@mal:   pinta txtTeclaNoValida
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
; Invariant In
; Native  sjFila, sjColumna = first two digits that engine::is_legal
solicitaJugada:
        pinta txtJugada
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
        pasa drOffset, dfcOffset
        jsr dameFilaCol
        ponDir tableroActual, gjrTablero
        pasa dfcFila, gjrFila
        pasa dfcColumna, gjrColumna
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
        pinta txtJugadaNoValida
        jmp solicitaJugada
@tecla: pinta txtTeclaNoValida
        jmp solicitaJugada
@fin:   rts

; ---------------------------------------------------------------------------
; leeCifra -- waits for a key that should be a row or a column, and echoes it
;
; Out     lcCifra           its digit, $ff: another key           ($00..$07|$ff)
; Uses    A, X, Y; screen; = leeTecla
; Time    keys
; Native  lcCifra = key in "01234567" ? key - $30 : $ff
leeCifra:
        jsr leeTecla
        pon $ff, lcCifra
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
leeTecla:
        jsr getin
        cmp #$00                ; nothing in the keyboard's buffer
        beq leeTecla
        sta ltTecla
        rts

        .segment "DATA"

        octetos     sjFila, sjColumna, lcCifra, ltTecla
