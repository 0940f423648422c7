; From the reset button to an idle machine, and the start of programs.
        .include "kernal.inc"
        .export reset, cartridge, ioinit, ramtas, restor, vector, cint
        .export warmStart, idle, sys, sysReturned, guard
        .import clearScreen, chrout, jiffyIrq, breakHandler, nmiHandler
        .import chooseTable, clrchn, chrin, stop, getin, nothing, noDevice

        .segment "RESET"
; ---------------------------------------------------------------------------
; reset -- what the processor does first ($fce2)
;
; In      -
; Out     does not return: a cartridge at $8000 takes over, or the machine
;         idles with a clear screen and live interrupts
; ---------------------------------------------------------------------------
reset:  ldx #$ff
        .assert reset = $fce2, lderror, "$fce2 is elsewhere"
        sei
        txs
        cld
        jsr cartridge
        bne :+
        jmp ($8000)
:       jsr ioinit
        jsr ramtas
        jsr restor
        jsr cint
        cli
ready:  ldx #0
:       lda banner,x
        beq idle
        jsr chrout
        inx
        bne :-
idle:   jmp idle

banner: .byte "**** RYG ****", 13, 13, "READY.", 13, 0

; ---------------------------------------------------------------------------
; cartridge -- is there a program in the expansion port?
;
; Out     Z set     $8004 spells CBM80 with bit 7 set in its letters
; Uses    A, X
; ---------------------------------------------------------------------------
cartridge:
        ldx #5
:       lda cbm80 - 1,x
        cmp $8004 - 1,x
        bne :+
        dex
        bne :-
:       rts
cbm80:  .byte $c3, $c2, $cd, "80"

; ---------------------------------------------------------------------------
; warmStart -- BRK, and RUN/STOP with RESTORE: everything but memory anew
; ---------------------------------------------------------------------------
warmStart:
        ldx #$ff
        txs
        cld
        jsr restor
        jsr ioinit
        jsr cint
        cli
        jmp ready

; ---------------------------------------------------------------------------
; sys -- start the program at LINNUM as BASIC's SYS does
;
; In      LINNUM        where
;         $030c-$030f   A, X, Y and P for the program
; Out     $030c-$030f   A, X, Y and P at its RTS; the machine idles
; ---------------------------------------------------------------------------
sys:    ldx #$fa
        txs
        jsr call
sysReturned:
        php
        sta $030c
        stx $030d
        sty $030e
        pla
        sta $030f
        jmp idle
call:   lda $030f
        pha
        lda $030c
        ldx $030d
        ldy $030e
        plp
        jmp (LINNUM)

; Where a routine that a debugger calls returns to.
guard:  jmp guard

; ---------------------------------------------------------------------------
; ioinit -- chips and processor port to their state after switching on ($ff84)
;
; Out     keyboard columns driven, jiffy interrupt running, SID silent, all
;         ROMs and I/O visible
; Uses    A, X
; ---------------------------------------------------------------------------
ioinit: lda #$7f                ; no interrupts, and the column of STOP
        sta CIA1 + $d
        sta CIA2 + $d
        sta CIA1
        lda #$08                ; timers stopped
        sta CIA1 + $e
        sta CIA1 + $f
        sta CIA2 + $e
        sta CIA2 + $f
        ldx #0
        stx CIA1 + 3
        stx CIA2 + 3
        stx SID + $18
        dex
        stx CIA1 + 2
        lda #$07                ; VIC-II sees $0000-$3fff
        sta CIA2
        lda #$3f
        sta CIA2 + 2
        lda #$e7                ; data first: the pins never show another map
        sta CPUPORT
        lda #$2f
        sta CPUDIR

; ---------------------------------------------------------------------------
; startJiffies -- 60 interrupts a second from timer A of CIA 1
;
; In      PALNTS    which clock drives it
; Uses    A, X
; ---------------------------------------------------------------------------
startJiffies:
        ldx PALNTS
        lda jiffyLow,x
        sta CIA1 + 4
        lda jiffyHigh,x
        sta CIA1 + 5
        lda #$81
        sta CIA1 + $d
        lda #$11
        sta CIA1 + $e
        rts
jiffyLow:  .byte <17045, <16421
jiffyHigh: .byte >17045, >16421

; ---------------------------------------------------------------------------
; ramtas -- work space cleared, RAM counted, screen at $0400 ($ff87)
;
; Out     $0002-$0101, $0200-$03ff 0; MEMSTR $0800; MEMSIZ the first page of
;         which the first byte is not RAM, as far as $a000
; Uses    A, X, Y; $c1/$c2
; ---------------------------------------------------------------------------
ramtas: lda #0
        tay
:       sta $0002,y
        sta $0200,y
        sta $0300,y
        iny
        bne :-
        ldx #$08
        stx MEMSTR + 1
        ldx #$04
        stx HIBASE
        stx $c2
@page:  inc $c2                 ; from the page behind the screen's first
        ldx $c2
        cpx #$a0
        beq @found
        lda ($c1),y
        tax
        eor #$ff
        sta ($c1),y
        eor ($c1),y
        sta $c3                 ; 0: kept what was written
        txa
        sta ($c1),y
        lda $c3
        beq @page
@found: lda $c2
        sta MEMSIZ + 1
        sty MEMSIZ
        rts

; ---------------------------------------------------------------------------
; restor -- the sixteen vectors at $0314 as they were ($ff8a)
; vector -- carry set: copy them to X/Y; clear: take them from there ($ff8d)
;
; Uses    A, Y; $c3/$c4
; ---------------------------------------------------------------------------
restor: ldx #<vectors
        ldy #>vectors
        clc
vector: stx $c3
        sty $c4
        ldy #31
@next:  bcc @set
        lda CINV,y
        sta ($c3),y
        bcs :+
@set:   lda ($c3),y
        sta CINV,y
:       dey
        bpl @next
        rts
vectors:
        .word jiffyIrq, breakHandler, nmiHandler
        .word noDevice, nothing, noDevice, noDevice, clrchn    ; OPEN ...
        .word chrin, chrout, stop, getin, clrchn, breakHandler ; CLALL, user
        .word noDevice, noDevice                               ; LOAD, SAVE

; ---------------------------------------------------------------------------
; cint -- screen, keyboard and cursor as after switching on ($ff81)
;
; Out     PALNTS    by the last line that the beam reaches
; Uses    A, X, Y
; ---------------------------------------------------------------------------
cint:   ldx #$2f
:       lda vicTable - 1,x
        sta VIC - 1,x
        dex
        bne :-
        stx MODE
        stx BLNON
        stx DFLTN
        stx CRSW
        stx QTSW
        stx INSRT
        stx RVS
        lda #3
        sta DFLTO
        lda #<chooseTable
        sta KEYLOG
        lda #>chooseTable
        sta KEYLOG + 1
        lda #10
        sta XMAX
        sta DELAY
        lda #4
        sta KOUNT
        lda #noKey
        sta LSTX
        lda #14                 ; light blue
        sta COLOR
        sta BLNSW               ; no cursor
        lda #$04
        sta HIBASE
        jsr clearScreen
:       bit VIC + $11           ; wait for line $100 ...
        bmi :-
:       bit VIC + $11
        bpl :-
:       lda VIC + $12           ; ... and follow the beam to its last line
        bit VIC + $11
        bpl :+
        tax
        jmp :-
:       cpx #$20                ; $137 or $106
        lda #0
        rol
        sta PALNTS
        jmp startJiffies

        .segment "CALLS"
vicTable:
        .res 17, 0
        .byte $1b, $00, $00, $00, $00, $08, $00, $14
        .byte $0f, $00, $00, $00, $00, $00, $00
        .byte 14, 6, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 12
