; Commands.s -- what a line asks for, and does it.

        .include "ryg3.inc"

.if VERSION >= 9
        .export obey, typedMove, command
        .export doGo, doHelp, doMoves, doOff, doQuit
        .export doDepth, doTime, doSide, doUndo, doEval

        .import side, hply, ply, eval, max_depth, time_limit
        .import move_start, move_dest, move_end, hash_start, hash_dest
        .import computer_side, quits, line, line_length, number
        .import displayBoard, newGame, playMove, genMoves, findMove, takeBack
        .import evalBoard, readNumber, readSquare
        .import printText, textLo, textHi, printHex, printSquare, newLine
        .import txt_help, txt_unknown, txt_bad_number, txt_illegal, txt_nothing

        .segment "CODE"

; ---------------------------------------------------------------------------
; obey -- does what a line says: a command, or a move
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($00..$10)
;         board             the pieces                              (position)
;         square_of         where they stand                        (position)
;         side              who is to move                          ($00..$01)
;         hply              moves made in the game                  (any)
;         ply               -                                       (any)
;         computer_side     the side that the computer plays        (any)
;         made_start        which ones                              (any)
;         made_dest         -                                       (any)
;         max_depth         how deep the computer looks             (any)
;         time_limit        how long                                (any)
;         hash              of the board                            (any)
;         lock              -                                       (any)
;         hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats               (any)
;         lock_mouse        and for the lock                        (any)
;         lock_cat1..lock_cat4  -                                   (any)
;         history           of moves by start and destination       (any)
; Out     -
; Uses    screen; = command, typedMove
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
obey:
        lda line_length
        beq @end
        lda line
        cmp #'.'
        beq @command
        jmp typedMove
@command:
        jmp command
@end:   rts

; ---------------------------------------------------------------------------
; typedMove -- makes the move that was typed, if it is one
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($01..$10)
;         board             the pieces                              (position)
;         square_of         where they stand                        (position)
;         side              who is to move                          ($00..$01)
;         hply              moves made in the game                  (any)
;         ply               -                                       (any)
;         computer_side     the side that the computer plays        (any)
;         hash              of the board                            (any)
;         lock              -                                       (any)
;         hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats               (any)
;         lock_mouse        and for the lock                        (any)
;         lock_cat1..lock_cat4  -                                   (any)
;         history           of moves by start and destination       (any)
; Out     -
; Uses    screen; = readSquare, genMoves, findMove, playMove, printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
typedMove:
        lda line_length
        cmp #$04
        bne @illegal
        ldx #$00
        jsr readSquare
        sta hash_start
        ldx #$02
        jsr readSquare
        sta hash_dest
        ldy #$00
        sty move_end
        jsr genMoves
        ldy #$00
        jsr findMove
        cpy #None
        beq @illegal
        jmp playMove
@illegal:
        say txt_illegal
        rts

; ---------------------------------------------------------------------------
; command -- does what a dot and a letter say
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($01..$10)
;         board             the pieces                              (position)
;         square_of         where they stand                        (position)
;         side              who is to move                          ($00..$01)
;         hply              moves made in the game                  (any)
;         ply               -                                       (any)
;         computer_side     the side that the computer plays        (any)
;         made_start        which ones                              (any)
;         made_dest         -                                       (any)
;         max_depth         how deep the computer looks             (any)
;         time_limit        how long                                (any)
;         hash              of the board                            (any)
;         lock              -                                       (any)
;         hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats               (any)
;         lock_mouse        and for the lock                        (any)
;         lock_cat1..lock_cat4  -                                   (any)
;         history           of moves by start and destination       (any)
; Out     -
; Uses    A, X; quits; screen; = displayBoard, doGo, doHelp, doMoves,
;         newGame, doOff, doQuit, doDepth, doTime, doSide, doUndo, doEval,
;         printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
command:
        ldx #NumCommands - 1
        lda line_length
        cmp #$02
        bcc @unknown
        lda line + 1
@look:  cmp letters,x
        beq @found
        dex
        bpl @look
@unknown:
        say txt_unknown
        rts
@found: cpx #WithNumber
        bcs @do
        lda line_length
        cmp #$02
        bne @unknown            ; more behind a letter that stands alone
@do:    lda doers_hi,x
        pha
        lda doers_lo,x
        pha
        rts                     ; as a jump there

; ---------------------------------------------------------------------------
; doGo -- the computer plays the side to move from now on
;
; In      side              who is to move                          (any)
; Out     computer_side     side
; Uses    A
; Time    14..14
; Native  -
; ---------------------------------------------------------------------------
doGo:
        lda side
        sta computer_side
        rts

; ---------------------------------------------------------------------------
; doOff -- the computer plays neither side
;
; In      -
; Out     computer_side     None                                    ($ff)
; Uses    A
; Time    12..12
; Native  -
; ---------------------------------------------------------------------------
doOff:
        lda #None
        sta computer_side
        rts

; ---------------------------------------------------------------------------
; doQuit -- the program is to end
;
; In      -
; Out     quits             not 0                                   ($ff)
; Uses    A
; Time    12..12
; Native  -
; ---------------------------------------------------------------------------
doQuit:
        lda #$ff
        sta quits
        rts

; ---------------------------------------------------------------------------
; doHelp -- all commands
;
; In      -
; Out     -
; Uses    screen; = printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
doHelp:
        say txt_help
        rts

; ---------------------------------------------------------------------------
; doMoves -- prints the moves of the side to move
;
;   E1F2,E1D2
;
; In      board             the pieces                              (position)
;         square_of         where they stand                        (position)
;         side              who is to move                          ($00..$01)
;         history           of moves by start and destination       (any)
; Out     -
; Uses    A, X, Y; screen; = genMoves, printSquare, newLine
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
doMoves:
        ldx #$00
        stx move_end
        jsr genMoves
        ldx #$00
@move:  lda move_start,x
        jsr printSquare
        lda move_dest,x
        jsr printSquare
        inx
        cpx move_end
        beq @end
        lda #','
        jsr chrout
        jmp @move
@end:   jmp newLine

; ---------------------------------------------------------------------------
; doDepth -- sets how deep the computer looks
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($02..$10)
;         max_depth         so far                                  (any)
; Out     max_depth         the number, if it is one of 1..20
; Uses    screen; = readNumber, printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
doDepth:
        jsr readNumber
        bmi badNumber
        lda number
        beq badNumber
        cmp #MaxPlies + 1
        bcs badNumber
        sta max_depth
        rts

; ---------------------------------------------------------------------------
; doTime -- sets how long the computer thinks
;
; In      line              what was typed                          ($20..$5a)
;         line_length       how many characters               ($02..$10)
;         time_limit        so far                                  (any)
; Out     time_limit        the number, if it is one of 0..255
; Uses    screen; = readNumber, printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
doTime:
        jsr readNumber
        bmi badNumber
        lda number
        sta time_limit
        rts

badNumber:
        say txt_bad_number
        rts

; ---------------------------------------------------------------------------
; doSide -- the other side is to move
;
; In      side              who is to move                          ($00..$01)
; Out     side              the other one                           ($00..$01)
; Uses    A
; Time    16..16
; Native  -
; ---------------------------------------------------------------------------
doSide:
        lda side
        eor #MouseSide ^ CatsSide
        sta side
        rts

; ---------------------------------------------------------------------------
; doUndo -- takes the last move back; the computer, which might make it again
;           at once, is off
;
; In      board             the pieces                              (position)
;         square_of         where they stand                        (position)
;         hply              moves made in the game                  (any)
;         ply               -                                       (any)
;         made_start        which ones                              (any)
;         made_dest         -                                       (any)
;         side              who is to move                          (any)
;         computer_side     the side that the computer plays        (any)
;         hash              of the board                            (any)
;         lock              -                                       (any)
;         hash_mouse        random bytes by square                  (any)
;         hash_cat1..hash_cat4  the same for the cats               (any)
;         lock_mouse        and for the lock                        (any)
;         lock_cat1..lock_cat4  -                                   (any)
; Out     -
; Uses    computer_side; screen; = takeBack, doOff, printText
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
doUndo:
        lda hply
        beq @nothing
        jsr takeBack
        lda #$00
        sta ply
        jmp doOff
@nothing:
        say txt_nothing
        rts

; ---------------------------------------------------------------------------
; doEval -- prints what the board is worth
;
; In      square_of         where the pieces stand                  (position)
; Out     -
; Uses    A, Y; screen; = evalBoard, printHex, newLine
; Time    printing
; Native  -
; ---------------------------------------------------------------------------
doEval:
        jsr evalBoard
        lda #'$'
        jsr chrout
        lda eval
        jsr printHex
        jmp newLine

        .segment "RODATA"

; --- the letters, and what they do: those that take a number are the last -----
letters:        .byte "BGHMNOQSUEDT"
NumCommands     = * - letters
WithNumber      = NumCommands - 2

; One less than where each is: rts goes on behind the address it pulls.
.macro  allDoers byteOf
        .byte byteOf(displayBoard - 1), byteOf(doGo - 1), byteOf(doHelp - 1)
        .byte byteOf(doMoves - 1), byteOf(newGame - 1), byteOf(doOff - 1)
        .byte byteOf(doQuit - 1), byteOf(doSide - 1), byteOf(doUndo - 1)
        .byte byteOf(doEval - 1), byteOf(doDepth - 1), byteOf(doTime - 1)
.endmacro
doers_lo:       allDoers .lobyte
doers_hi:       allDoers .hibyte
.endif
