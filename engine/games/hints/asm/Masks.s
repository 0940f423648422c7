; Masks.s -- the board, its masks by lines, and how to turn both over.

        .include "hints.inc"

        .export board, numKinds, masks, kindStart
        .export turnBoard, buildMasks, turnSwaps
        .export along, across, acrossTop, right, down
        .export bmLine, bmBit, tbDiagonal

; ---------------------------------------------------------------------------
; turnBoard -- rows become columns
;
; In      board             the cells                               (any)
; Out     board             (r,c) holds what (c,r) held
; Uses    A, X, Y; $02; tbDiagonal
; Time    1337..1337
; Native  for all r, c: swap(board[r][c], board[c][r]) where r < c
turnBoard:
        lda #$00
@diagonal:
        sta tbDiagonal          ; the cell (n,n): 9 * n
        tax
        inx                     ; X goes right of it, Y down from it
        clc
        adc #Side
        tay
@cell:  lda board,x
        sta others
        lda board,y
        sta board,x
        lda others
        sta board,y
        tya
        clc
        adc #Side
        tay
        inx
        txa
        and #Side - 1
        bne @cell
        lda tbDiagonal
        clc
        adc #Side + 1
        cmp #Cells - 1          ; the last one has no cells beside it
        bne @diagonal
        rts

; ---------------------------------------------------------------------------
; buildMasks -- the masks of all kinds, row by row
;
; In      board             the cells                               ($00..$10)
; Out     masks             bit c of kind k, row r: (r,c) is of that kind
; Uses    A, X, Y; bmLine, bmBit
; Time    4246..4246
; Native  engine::hints::MaskLines::change
buildMasks:
        lda #$00
        ldx #MasksSize
@clear: sta masks - 1,x
        dex
        bne @clear
        stx bmLine
        lda #%00000001
        sta bmBit
@cell:  ldy board,x
        lda kindStart,y
        clc
        adc bmLine
        tay
        lda masks,y
        ora bmBit
        sta masks,y
        inx
        asl bmBit
        bcc @cell
        rol bmBit               ; the carry: column 0 of the next row
        inc bmLine
        cpx #Cells
        bne @cell
        rts

; ---------------------------------------------------------------------------
; turnSwaps -- what was found on the turned board, as it lies on the board
;
; In      along             by columns: bit r of column c           (any)
;         across            by columns: bit r of column c           (any)
; Out     down              bit c of row r: along's bit r of column c
;         right             ... across's
; Uses    X; along, across
; Time    1718..1718
; Native  engine::hints::transposed
turnSwaps:
        ldx #Side - 1           ; the last column first: it is pushed furthest
@column:
        .repeat Side, i
        asl along,x
        rol down + Side - 1 - i
        asl across,x
        rol right + Side - 1 - i
        .endrepeat
        dex
        bpl @column
        rts

        .segment "RODATA"

; --- where a kind's lines begin -----------------------------------------------
kindStart:
        .repeat MaxKinds + 1, k
        .byte 1 + k * KindSize
        .endrepeat
        .assert <kindStart <= $100 - MaxKinds - 1, lderror, "crosses a page"

        .segment "DATA"

; --- on one page ----------------------------------------------------------------
acrossTop:      .res 1          ; row -1 of across: stays empty
across:         .res Side
along:          .res Side
masks:          .res MasksSize

board:          .byte 1, 2, 3, 4, 1, 2, 4, 3
                .byte 2, 4, 1, 1, 3, 3, 2, 1
                .byte 2, 1, 2, 4, 3, 2, 2, 1 ; seed 004's row, column 0 first
                .byte 4, 3, 4, 2, 1, 4, 3, 2
                .byte 1, 1, 3, 2, 4, 1, 2, 4
                .byte 3, 2, 4, 1, 2, 3, 4, 1
                .byte 4, 3, 1, 3, 4, 2, 1, 2
                .byte 2, 4, 3, 1, 1, 4, 2, 3
        .assert >acrossTop = >(board + Cells - 1), lderror, "crosses a page"

right:          .res Side
numKinds:       .byte 4
bmLine:         .res 1
bmBit:          .res 1
tbDiagonal:     .res 1
down:           .res Side
