; Think.s -- the search from the board of the game.

        .include "ryg3.inc"

.if VERSION >= 7
        .export max_depth, think, printScore
.if VERSION >= 8
        .export show_lines, iterationDone
.endif
.if VERSION >= 9
        .export time_limit, startClock, timeUp, tu_begin, tu_jiffies
.endif

Minute = 60 * 60                ; jiffies

; ---------------------------------------------------------------------------
; think -- finds the best move of the side to move
;
;   From version 8 on it searches one ply deep, then two, and so on, until
;   max_depth is done or, from version 9 on, the time is up.
;
; In      board             the pieces                              (position)
;         side              who is to move                          ($00..$01)
;         max_depth         how deep; at least 1, at most 20        (any)
;         show_lines        not 0: a line after each iteration      ($00..$01)
;         time_limit        minutes; 0: no limit                    (any)
;         (clock)
;         hply              moves made in the game                  (any)
;         (random), (tables)
; Out     used_depth        how deep it was                         ($01..$14)
;         score[used_depth] the score
;         best_start[used_depth]  the best move; $ff: there is none
;         nodes             interior nodes of all iterations
;         max_depth         1..20                                   ($01..$14)
; Uses    A, X, Y; ply; screen; = findPieces, getHash, getLock, startClock,
;         clearHistory, search, printScore, printVariation, timeUp
; Time    printing
; Native  engine::ryg3::Think
think:
        jsr findPieces
        jsr getHash
        jsr getLock
.if VERSION >= 9
        jsr startClock
.endif
.if VERSION >= 11
        jsr clearHistory
.endif
        lda #$00
        sta ply
        sta nodes
        sta nodes + 1
        sta nodes + 2
        sta nodes + 3
        lda max_depth
        bne @notZero
        lda #$01
@notZero:
        cmp #MaxPlies
        bcc @inRange
        lda #MaxPlies
@inRange:
        sta max_depth
.if VERSION >= 8
        ldx #$01
.else
        tax                     ; all of the depth at once
.endif
iteration:
        stx used_depth
        stx depth
        lda #$00
        sta alpha,x
        sta last_move + 1,x
        lda #$ff
        sta beta,x
        jsr search
.if VERSION >= 8
iterationDone:
        lda show_lines
        beq @shown
        jsr printScore
        jsr printVariation
@shown:
.if VERSION >= 9
        jsr timeUp
        bne thought
.endif
        ldx used_depth
        inx
        cpx max_depth
        bcc iteration
        beq iteration
.endif
thought:
        rts

; ---------------------------------------------------------------------------
; printScore -- prints what an iteration has found: depth, nodes, score
;
;   04:0000024E,12
;
; In      used_depth        how deep                                ($01..$14)
;         nodes             how many, lowest byte first             (any)
;         score[used_depth] the score                               (any)
; Uses    A, X; screen; = printHex
; Time    printing
printScore:
        lda used_depth
        jsr printHex
        lda #':'
        jsr chrout
        ldx #$03
@byte:  lda nodes,x
        jsr printHex
        dex
        bpl @byte
        lda #','
        jsr chrout
        ldx used_depth
        lda score,x
        jmp printHex

.if VERSION >= 9
; ---------------------------------------------------------------------------
; startClock -- keeps the time at which thinking begins
;
; In      (clock)
; Out     tu_begin          lo, hi
; Uses    A, X
; Time    25..25
; Native  tu_begin = clock
startClock:
        ldx JiffyMid
        lda JiffyLow
        cpx JiffyMid
        bne startClock          ; it went on between the readings
        sta tu_begin
        stx tu_begin + 1
        rts

; ---------------------------------------------------------------------------
; timeUp -- has the side to move thought long enough?
;
;   The two low bytes of the clock run for 18 minutes, longer than any limit.
;   At midnight, when it starts from 0, thinking may end too early.
;
; In      time_limit        minutes; 0: no limit                    (any)
;         tu_begin          when thinking began                   (began)
;         (clock)
; Out     A                 $00: no; $ff: yes                       ($00|$ff)
; Uses    X; tu_jiffies
; Time    46..592
; Native  limit != 0 && clock - begin >= 3600 * limit
timeUp:
        ldx JiffyMid
        lda JiffyLow
        cpx JiffyMid
        bne timeUp
        sec
        sbc tu_begin
        sta tu_jiffies
        txa
        sbc tu_begin + 1
        sta tu_jiffies + 1
        ldx time_limit
        beq @no
@minute:
        sec
        lda tu_jiffies
        sbc #<Minute
        sta tu_jiffies
        lda tu_jiffies + 1
        sbc #>Minute
        sta tu_jiffies + 1
        bcc @no
        dex
        bne @minute
        lda #$ff
        rts
@no:    lda #$00
        rts
.endif

        .segment "DATA"

max_depth:      .byte DefaultDepth
        bytes used_depth
.if VERSION >= 8
show_lines:     .byte $01
.endif
.if VERSION >= 9
time_limit:     .byte 0
tu_begin:       .res 2          ; lo, hi
tu_jiffies:     .res 2
.endif
.endif
