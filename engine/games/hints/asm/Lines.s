; Lines.s -- what one kind of stones lacks in a line, and who could bring it.

        .include "hints.inc"

        .export findMissing, findLines

; ---------------------------------------------------------------------------
; findMissing -- the places of a line where a stone would complete a run
;
;   column      7 6 5 4 3 2 1 0
;   $fb         0 1 1 0 0 1 0 1         one kind's stones
;   pairs       . X . . . . . .         and as pairs round a place: column 2
;   $fd  high   o . . . . . . .
;   $fc  low    . . . o . . . .
;   $fe  any    o . . o . . o .
;
; In      $fb               stones of one kind, a bit a place       (any)
; Out     $fc               where one is missing below a pair
;         $fd               where one is missing above a pair
;         $fe               both, and the places between two
; Uses    A
; Time    53..53
; Native  engine::hints::missing_in
findMissing:
        lda mask
        asl
        and mask                ; the higher stone of each pair
        sta missAny
        lsr
        lsr
        sta missLow
        lda missAny
        asl
        sta missHigh
        lda mask
        asl
        asl
        and mask
        lsr
        ora missLow
        ora missHigh
        sta missAny
        rts

; ---------------------------------------------------------------------------
; findLines -- all swaps that make a run of one kind along a line
;
;   The missing stone comes from the line before, from the next one, or along
;   the line from the side where the pair is not. It must push out a stone, and
;   not one of its own kind.
;
; In      A                 the kind                                ($01..$10)
;         masks             of all kinds and lines                  (any)
;         along             found so far                            (any)
;         across            found so far                            (any)
;         acrossTop         as across, line -1                      (any)
; Out     along             and bit p of line l: (l,p) with (l,p+1)
;         across            and bit p of line l: (l,p) with (l+1,p)
;         acrossTop         and bit p: line 0 with the padding, if that has any
; Uses    A, X, Y; $02; $fb; stack 2; = findMissing
; Time    1287..1287
; Native  engine::hints::swaps_along, engine::hints::swaps_across
findLines:
        tax
        lda kindStart,x
        tax                     ; the kind's line
        ldy #$00                ; the same of kind 0, and of the swaps
@line:  lda masks,x
        sta mask
        jsr findMissing
        lda masks + 1,y         ; empty cells
        ora mask
        eor #%11111111
        sta others

        and missAny
        sta missAny
        and masks - 1,x
        ora acrossTop,y         ; of the line before
        sta acrossTop,y
        lda missAny
        and masks + 1,x
        ora across,y
        sta across,y

        lda mask
        lsr
        and missHigh
        and others
        sta missHigh
        lda missLow
        and others
        lsr
        and mask
        ora missHigh
        ora along,y
        sta along,y

        inx
        iny
        cpy #Side
        bne @line
        rts
