; Display.s -- the board on the screen, and what belongs to it.

        .include "ryg3.inc"

        .export displayBoard

; ---------------------------------------------------------------------------
; displayBoard -- prints the board, rank 8 on top, and a line of numbers
;
;     ABCDEFGH
;   8 .C.C.C.C            M mouse, C cats, X dark squares, . light ones
;   7 X.X.X.X.
;   ...
;   SIDE:00 PLY:00 HPLY:00 HASH:00 LOCK:00
;
; In      board             the pieces                              (position)
;         side              who is to move                          (any)
;         (plies), (hashes)
; Uses    A, X, Y; $02; screen; = printText, printHex, newLine
; Time    printing
; Native  engine::ryg3::to_text
displayBoard:
        say txt_files
        ldx #Rank8
@rank:  txa
        lsr
        lsr
        lsr
        clc
        adc #'1'
        jsr chrout
        lda #' '
        jsr chrout
@square:
        ldy board,x
        cpy #Empty
        bne @print
        txa                     ; dark where file and rank are both even or odd
        lsr
        lsr
        lsr
        stx piece
        eor piece
        lsr
        bcc @print
        iny                     ; light
@print: lda characters,y
        jsr chrout
        inx
        txa
        and #Side - 1
        bne @square
        jsr newLine
        txa
        sec
        sbc #2 * Side
        tax
        bpl @rank

        say txt_side
        lda side
        jsr printHex
        say txt_ply
        lda ply
        jsr printHex
        say txt_hply
        lda hply
        jsr printHex
        say txt_hash
        lda hash
        jsr printHex
.if VERSION >= 4
        say txt_lock
        lda lock
        jsr printHex
.endif
        jmp newLine

        .segment "RODATA"

; By what stands there; 6 is an empty dark square, 7 a light one.
characters:     .byte "MCCCC?X."

txt_files:      .byte "  ABCDEFGH", Return, $00
txt_side:       .byte "SIDE:", $00
txt_ply:        .byte " PLY:", $00
txt_hply:       .byte " HPLY:", $00
txt_hash:       .byte " HASH:", $00
.if VERSION >= 4
txt_lock:       .byte " LOCK:", $00
.endif
