; Game.s -- games, one after another: who plays what, and what the program says.

        .include "perfecto.inc"

        .export play, menu, newGame, makeMove, tell, listWins
        .export computer, help

        .import cats, mouse, side, numMoves, moveFrom, moveTo, moveCost, best
        .import think, moveCat, showBoard, printMove
        .import printText, textLo, textHi
        .import prompt, findMove, line, lineLength

NumChoices = 4                  ; of who plays what, and of help

        .segment "CODE"

; ---------------------------------------------------------------------------
; play -- games for ever; SYS comes here when the table is unpacked
;
;   Lines that are no moves: ? lists the moves that keep the win, N is another
;   game.
;
; In      (table)
; Uses    screen; = menu, newGame, showBoard, think, tell, printText, prompt,
;         listWins, findMove, printMove, makeMove
; Time    endless
play:
        jsr menu
        jsr newGame
@turn:  jsr showBoard
        jsr think
        lda numMoves
        beq @over
        lda help
        beq @quiet
        jsr tell
@quiet: lda computer
        ldx side
        beq @mouse
        lsr
@mouse: lsr
        bcs @computer
@ask:   jsr prompt
        lda lineLength
        beq @ask
        lda line
        cmp #'N'
        beq play
        cmp #'?'
        bne @move
        jsr listWins
        jmp @ask
@move:  jsr findMove
        tax
        bpl @make
        say txtNoMove
        jmp @ask
@computer:
        say txtComputer
        ldx best
        jsr printMove
        lda #Return
        jsr chrout
        ldx best
@make:  jsr makeMove
        jmp @turn
@over:  lda side
        bne @mouseWon
        lda mouse
        cmp #HomeEnd
        bcc @mouseWon
        say txtCatsWon
        jmp play
@mouseWon:
        say txtMouseWon
        jmp play

; ---------------------------------------------------------------------------
; menu -- asks who plays what, and how much the program tells
;
; Out     computer          bit 0: it plays the mouse, bit 1: the cats ($00..$03)
;         help              0: nothing, 1: who wins, 2: the moves, too ($00..$02)
; Uses    A, X, Y; screen; = printText
; Time    keys
menu:
        say txtSides
@side:  jsr getin
        ldx #NumChoices - 1
@which: cmp sideKeys,x
        beq @sideChosen
        dex
        bpl @which
        bmi @side               ; always
@sideChosen:
        stx computer
        jsr chrout
        say txtHelp
@help:  jsr getin
        cmp #'0'
        bcc @help
        cmp #'3'
        bcs @help
        pha
        and #$03
        sta help
        pla
        jsr chrout
        lda #Return
        jmp chrout

; ---------------------------------------------------------------------------
; newGame -- puts everybody where the game starts
;
; Out     cats              where they stand                    ($00..$03)
;         mouse             -                                   ($1d)
;         side              the mouse is to move                ($00)
; Uses    A, X
; Time    67..67
newGame:
        ldx #$03
@cat:   txa
        sta cats,x
        dex
        bpl @cat
        lda #$1d
        sta mouse
        lda #MouseSide
        sta side
        rts

; ---------------------------------------------------------------------------
; makeMove -- makes one of the moves
;
; In      (position)
;         X                 which of the moves                      ($00..$07)
;         moveFrom          by move                                 (legal)
;         moveTo            by move                                 (legal)
; Out     cats              where they stand, in ascending order
;         mouse             -
;         side              the other                           ($00..$01)
; Uses    A, X, Y; stack 2; = moveCat
; Time    27..258
; Native  engine::apply
makeMove:
        lda side
        eor #CatsSide
        sta side
        bne @mouse
        ldy moveTo,x
        lda moveFrom,x
        ldx #$04
@which: dex
        cmp cats,x
        bne @which
        tya
        jsr moveCat
        ldx #$03
@cat:   lda moved,x
        sta cats,x
        dex
        bpl @cat
        rts
@mouse: lda moveTo,x
        sta mouse
        rts

; ---------------------------------------------------------------------------
; tell -- says who wins, and by which moves if that much help is wanted
;
; In      (thought)
;         help              how much                                ($01..$02)
;         side              who is to move                          ($00..$01)
;         best              of the moves                            ($00..$07)
; Uses    A, X, Y; screen; = printText, listWins
; Time    printing
tell:
        ldx best
        lda moveCost,x
        cmp #Loses
        lda #$00
        rol
        eor side
        bne @cats
        say txtMouseWins
        jmp @moves
@cats:  say txtCatsWin
@moves: lda help
        cmp #$02
        beq listWins
        rts

; ---------------------------------------------------------------------------
; listWins -- the moves that keep the win, if there is one
;
; In      (thought)
; Uses    A, X, Y; stack 7; screen; = printText, printMove
; Time    printing
listWins:
        say txtKeep
        ldx #$00
        ldy #$00                ; none so far
@move:  lda moveCost,x
        cmp #Loses
        bcs @next
        lda #' '
        jsr chrout
        jsr printMove
        iny
@next:  inx
        cpx numMoves
        bne @move
        tya
        bne @end
        say txtNone
@end:   lda #Return
        jmp chrout

        .segment "RODATA"

sideKeys:       .byte "BCMN"    ; by what the computer plays
txtSides:       .byte Return, "YOU PLAY MOUSE, CATS, BOTH, NEITHER:", Return
                .byte "M, C, B OR N? ", $00
txtHelp:        .byte Return, "HELP: 0 NO, 1 WHO WINS, 2 MOVES TOO? ", $00
txtComputer:    .byte "C64: ", $00
txtNoMove:      .byte "NO SUCH MOVE: D1E2, ? OR N", Return, $00
txtMouseWins:   .byte "THE MOUSE WINS", Return, $00
txtCatsWin:     .byte "THE CATS WIN", Return, $00
txtMouseWon:    .byte "*** THE MOUSE HAS WON ***", Return, $00
txtCatsWon:     .byte "*** THE CATS HAVE WON ***", Return, $00
txtKeep:        .byte "WINNING MOVES:", $00
txtNone:        .byte " NONE", $00

        .segment "DATA"

computer:       .res 1
help:           .res 1
