; Nido.s -- main program of NIDO: the cats' game only, from the start only, and
; by a book. Whoever has the book needs neither search nor table: it has an
; answer to whatever the mouse can do against it, and all end with its loss.

        .include "perfecto.inc"

        .export nido
        .export cats, mouse, side, numMoves, moveFrom, moveTo

        .import mouseMoves, answer, showBoard, printMove
        .import printText, textLo, textHi
        .import prompt, findMove, line, lineLength

        .include "../../common/asm/start.inc"

; ---------------------------------------------------------------------------
; nido -- games for ever; SYS comes here
;
;   The line N, which is no move, is another game.
;
; Uses    screen; = showBoard, mouseMoves, prompt, findMove, answer, printMove,
;         printText
; Time    endless
; ---------------------------------------------------------------------------
nido:
        say txtTitle
@game:  ldx #$03
@cat:   txa
        sta cats,x
        dex
        bpl @cat
        lda #$1d
        sta mouse
        lda #MouseSide
        sta side
@turn:  jsr showBoard
        jsr mouseMoves
        lda numMoves
        beq @over
@ask:   jsr prompt
        lda lineLength
        beq @ask
        lda line
        cmp #'N'
        beq @game
        jsr findMove
        tax
        bpl @make
        say txtNoMove
        jmp @ask
@make:  lda moveTo,x
        sta mouse
        jsr answer
        say txtComputer
        ldx #$00
        jsr printMove
        lda #Return
        jsr chrout
        jmp @turn
@over:  say txtCatsWon
        jmp @game

        .segment "RODATA"

txtTitle:       .byte Clear, "NIDO: FOUR CATS THAT ALWAYS WIN", Return
                .byte "YOU ARE THE MOUSE. N: ANOTHER GAME", Return, $00
txtComputer:    .byte "C64: ", $00
txtNoMove:      .byte "NO SUCH MOVE: D1E2 OR N", Return, $00
txtCatsWon:     .byte "*** THE CATS HAVE WON ***", Return, $00

        .segment "DATA"

cats:           .res 4          ; in ascending order
mouse:          .res 1
side:           .res 1          ; whose turn `prompt` says it is: always the mouse's
numMoves:       .res 1
moveFrom:       .res MaxMoves
moveTo:         .res MaxMoves
