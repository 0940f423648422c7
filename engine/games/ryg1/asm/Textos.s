; Textos.s -- all that the program says, in upper-case PETSCII, $00 after each.

        .include "ryg1.inc"

        .export txtTitulo, txtProfundidad, txtJugada, txtTeclaNoValida
        .export txtJugadaNoValida, txtPensando
.if VERSION <= 16
        .export txtMemoria, txtProfUsada
.endif
        .export txtNivel, txtTurno, txtValor, txtPadre, txtHijos, txtSangria
        .export txtColumnas, txtMargen, txtRaton, txtGatos
.if VERSION >= 15
        .export txtGanaRaton, txtGananGatos
.endif

        .segment "RODATA"

txtTitulo:
        .byte Borra, .sprintf("RYG %d: EL RATON Y LOS GATOS", VERSION)
        .byte Retorno, Retorno, $00
.if VERSION >= 17
txtProfundidad: .byte "PROFUNDIDAD (1-9, A-C): ", $00
.else
txtProfundidad: .byte "PROFUNDIDAD (1-5): ", $00
.endif
txtJugada:      .byte "JUGADA DEL RATON (FILA Y COLUMNA): ", $00
txtTeclaNoValida:
        .byte Retorno, "TECLA NO VALIDA", Retorno, $00
txtJugadaNoValida:
        .byte "JUGADA NO VALIDA", Retorno, $00
txtPensando:    .byte "PENSANDO: ", $00
.if VERSION <= 16
txtMemoria:     .byte Retorno, "MEMORIA INSUFICIENTE, PROFUNDIDAD ", $00
txtProfUsada:   .byte "PROFUNDIDAD USADA: ", $00
.endif

txtNivel:       .byte Retorno, "NIVEL $", $00
txtTurno:       .byte "  TURNO ", $00
txtValor:       .byte "  VALOR $", $00
txtPadre:       .byte Retorno, "PADRE ", $00
txtHijos:       .byte Retorno, "HIJOS ", $00
txtSangria:     .byte Retorno, "      ", $00
txtColumnas:    .byte "    0 1 2 3 4 5 6 7", Retorno, $00
txtMargen:      .byte "  ", $00
txtRaton:       .byte "RATON", $00
txtGatos:       .byte "GATOS", $00

.if VERSION >= 15
txtGanaRaton:
        .byte Retorno, "ENHORABUENA: HA GANADO EL RATON!", Retorno
        .byte "PULSE UNA TECLA", Retorno, $00
txtGananGatos:
        .byte Retorno, "LASTIMA: HAN GANADO LOS GATOS", Retorno
        .byte "PULSE UNA TECLA", Retorno, $00
.endif
