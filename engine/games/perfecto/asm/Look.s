; Look.s -- look-ups in the table: where the mouse is safe from the cats, and
; where from cats that make one more move.

        .include "perfecto.inc"

        .export lookUp, safeFromAll
        .exportzp moved

        .import forward, forwardEnd, bitLo, bitHi, maskLo, maskHi
        .import place1Lo, place1Hi, place2Lo, place2Hi, place3Lo, place3Hi

; The rank of cats a < b < c < d is a + place1[b] + place2[c] + place3[d], where
; place3 begins at the table. These are sums of two or three of the places.
sum12    = $57                  ; place1[b] + place2[c]
sum13    = $59                  ; place1[b] + place3[d]
down12   = $5b                  ; place1[b] + place2[d]
sum23    = $5d                  ; place2[c] + place3[d]
next13   = $5f                  ; place1[c] + place3[d]
next12   = $61                  ; place1[c] + place2[d]
sum123   = $63

.macro  add sum, oneLo, oneHi, otherLo, otherHi
        clc
        lda oneLo,x
        adc otherLo,y
        sta sum
        lda oneHi,x
        adc otherHi,y
        sta sum + 1
.endmacro

; to = sum + the place of square X.
.macro  reach to, sum, lo, hi
        clc
        lda lo,x
        adc sum
        sta to
        lda hi,x
        adc sum + 1
        sta to + 1
.endmacro

; Reads the name at a pointer, whose mask leaves fewer squares safe; that of name
; 0, the most frequent, leaves all.
.macro  mark from, all
        lda (from),y
        beq all
        tay
        lda maskLo,y
        and safe
        sta safe
        lda maskHi,y
        and safe + 1
        sta safe + 1
.endmacro

; Brings the squares that a cat of `moved` can step to into X, one by one.
.macro  eachStep cat, none
        ldy moved + cat
        lda forwardEnd,y
        beq none
        sta end
        ldx forward,y
.endmacro

        .segment "CODE"

; ---------------------------------------------------------------------------
; lookUp -- where a mouse that moves next is safe from these cats
;
; In      $69/$6a           the cats, in ascending order            (cats)
;         $6b/$6c           -                                       (cats)
;         (table)
; Out     $fd/$fe           squares of the even rows, a bit each
; Uses    A, X, Y; $fb/$fc
; Time    81..102
; Native  engine::perfecto::Table
lookUp:
        ldx moved + 3
        ldy moved + 2
        add pointer, place3Lo, place3Hi, place2Lo, place2Hi
        ldx moved + 1
        reach pointer, pointer, place1Lo, place1Hi
        lda #$ff
        sta safe
        sta safe + 1
        ldy moved
        mark pointer, @end
@end:   rts

; ---------------------------------------------------------------------------
; safeFromAll -- where a mouse is safe whichever of these cats moves next
;
;   The squares of the cats are not safe. A cat that steps past another takes
;   its place in the order; one that would step on it stays.
;
; In      $69/$6a           the cats, in ascending order            (cats)
;         $6b/$6c           -                                       (cats)
;         (table)
; Out     $fd/$fe           squares of the even rows, a bit each
; Uses    A, X, Y; $02; $fb/$fc; $57/$58; $59/$5a; $5b/$5c; $5d/$5e; $5f/$60;
;         $61/$62; $63/$64
; Time    291..899
; Native  engine::perfecto::safe_from_all
safeFromAll:
        ldx moved
        lda bitLo,x
        ldy bitHi,x
        sty safe + 1
        ldx moved + 1
        ora bitLo,x
        ldx moved + 2
        ora bitLo,x
        ldx moved + 3
        ora bitLo,x
        eor #$ff
        sta safe
        lda bitHi,x
        ora safe + 1
        ldx moved + 2
        ora bitHi,x
        ldx moved + 1
        ora bitHi,x
        eor #$ff
        sta safe + 1

        ldy moved + 2
        add sum12, place1Lo, place1Hi, place2Lo, place2Hi
        ldy moved + 3
        add sum13, place1Lo, place1Hi, place3Lo, place3Hi
        add down12, place1Lo, place1Hi, place2Lo, place2Hi
        ldx moved + 2
        add sum23, place2Lo, place2Hi, place3Lo, place3Hi
        add next13, place1Lo, place1Hi, place3Lo, place3Hi
        add next12, place1Lo, place1Hi, place2Lo, place2Hi
        ldx moved + 1
        reach sum123, sum23, place1Lo, place1Hi

        eachStep 3, @third
@step3: reach pointer, sum12, place3Lo, place3Hi
        ldy moved
        mark pointer, @stay3
@stay3: inx
        cpx end
        bne @step3

@third: eachStep 2, @second
@step2: cpx moved + 3
        bcc @keep2
        beq @stay2
        reach pointer, down12, place3Lo, place3Hi
        jmp @mark2
@keep2: reach pointer, sum13, place2Lo, place2Hi
@mark2: ldy moved
        mark pointer, @stay2
@stay2: inx
        cpx end
        bne @step2

@second:
        eachStep 1, @first
@step1: cpx moved + 2
        bcc @keep1
        beq @stay1
        cpx moved + 3
        bcc @past1
        beq @stay1
        reach pointer, next12, place3Lo, place3Hi
        jmp @mark1
@past1: reach pointer, next13, place2Lo, place2Hi
        jmp @mark1
@keep1: reach pointer, sum23, place1Lo, place1Hi
@mark1: ldy moved
        mark pointer, @stay1
@stay1: inx
        cpx end
        bne @step1

@first: eachStep 0, @done
@step0: cpx moved + 1
        bcc @keep0
        beq @stay0
        cpx moved + 2
        bcc @past0
        beq @stay0
        cpx moved + 3
        bcc @pastTwo
        beq @stay0
        reach pointer, next12, place3Lo, place3Hi
        jmp @mark0
@keep0: txa
        tay
        mark sum123, @stay0
        jmp @stay0
@done:  rts
@pastTwo:
        reach pointer, next13, place2Lo, place2Hi
        jmp @mark0
@past0: reach pointer, sum23, place1Lo, place1Hi
@mark0: ldy moved + 1
        mark pointer, @stay0
@stay0: inx
        cpx end
        bne @step0
        rts
