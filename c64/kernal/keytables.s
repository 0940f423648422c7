; Tables that programs read where they are: keys, the VIC-II's registers, the rows of the screen.
; Sources: [C64PRG] keyboard matrix, PETSCII charts, and register map.
        .include "kernal.inc"
        .export plainKeys, shiftKeys, commodoreKeys, controlKeys, vicTable, rowLow

; What the 64 keys mean, by column and row of the matrix.
        .segment "TABLES"
plainKeys:                      ; $01 SHIFT, $02 C=, $04 CTRL, $03 STOP
        .byte $14, $0d, $1d, $88, $85, $86, $87, $11
                                ; DEL RETURN RIGHT F7 F1 F3 F5 DOWN
        .byte "3", "W", "A", "4", "Z", "S", "E", $01
        .byte "5", "R", "D", "6", "C", "F", "T", "X"
        .byte "7", "Y", "G", "8", "B", "H", "U", "V"
        .byte "9", "I", "J", "0", "M", "K", "O", "N"
        .byte "+", "P", "L", "-", ".", ":", "@", ","
        .byte $5c, "*", ";", $13, $01, "=", $5e, "/"    ; pound, HOME, up arrow
        .byte "1", $5f, $04, "2", " ", $02, "Q", $03    ; left arrow
        .byte $ff

shiftKeys:
        .byte $94, $8d, $9d, $8c, $89, $8a, $8b, $91
        .byte "#", $d7, $c1, "$", $da, $d3, $c5, $01
        .byte "%", $d2, $c4, "&", $c3, $c6, $d4, $d8
        .byte $27, $d9, $c7, "(", $c2, $c8, $d5, $d6
        .byte ")", $c9, $ca, "0", $cd, $cb, $cf, $ce
        .byte $db, $d0, $cc, $dd, ">", $5b, $ba, "<"
        .byte $a9, $c0, $5d, $93, $01, "=", $de, "?"
        .byte "!", $5f, $04, $22, $a0, $02, $d1, $83
        .byte $ff

commodoreKeys:
        .byte $94, $8d, $9d, $8c, $89, $8a, $8b, $91
        .byte $96, $b3, $b0, $97, $ad, $ae, $b1, $01
        .byte $98, $b2, $ac, $99, $bc, $bb, $a3, $bd
        .byte $9a, $b7, $a5, $9b, $bf, $b4, $b8, $be
        .byte $29, $a2, $b5, $30, $a7, $a1, $b9, $aa
        .byte $a6, $af, $b6, $dc, $3e, $5b, $a4, $3c
        .byte $a8, $df, $5d, $93, $01, $3d, $de, $3f
        .byte $81, $5f, $04, $95, $a0, $02, $ab, $83
        .byte $ff

        at $ec78, $eb81, plainKeys
controlKeys:
        .byte $ff, $ff, $ff, $ff, $ff, $ff, $ff, $ff
        .byte $1c, $17, $01, $9f, $1a, $13, $05, $ff
        .byte $9c, $12, $04, $1e, $03, $06, $14, $18
        .byte $1f, $19, $07, $9e, $02, $08, $15, $16
        .byte $12, $09, $0a, $92, $0d, $0b, $0f, $0e
        .byte $ff, $10, $0c, $ff, $ff, $1b, $00, $ff
        .byte $1c, $ff, $1d, $ff, $ff, $1f, $1e, $ff
        .byte $90, $06, $ff, $05, $ff, $ff, $11, $ff
        .byte $ff

        at $ecb9, $eb81, plainKeys
vicTable:
        .res 17, 0
        .byte $1b, $00, $00, $00, $00, $08, $00, $14
        .byte $0f, $00, $00, $00, $00, $00, $00
        .byte 14, 6, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 12

        at $ecf0, $eb81, plainKeys
rowLow: .repeat rows, row       ; where the rows begin, low bytes
        .byte <(row * columns)
        .endrepeat
