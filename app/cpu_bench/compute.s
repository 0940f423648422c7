; compute.s -- workload: arithmetic and indexed memory, hardly a branch missed.

        .export round
        .import mix

        .segment "ZEROPAGE"
crc:    .res 2
from:   .res 2
to:     .res 2
factor: .res 2
product: .res 4
count:  .res 1

        .segment "CODE"

; ---------------------------------------------------------------------------
; round -- fills, adds, copies, checks and multiplies 256 bytes
;
; Out     result            mixed with the CRC and the products
; Uses    A, X, Y; one, two, three
round:  jsr add_tables
        jsr copy_through_pointers
        jsr checksum
        lda crc
        jsr mix
        lda crc + 1
        jsr mix
        jmp multiply_all

; three[x] = one[x] + two[x] + carry; two[x] is counted down
add_tables:
        ldx #0
        clc
@next:  lda one,x
        adc two,x
        sta three,x
        dec two,x
        inx
        bne @next
        rts

; one[y] = (three[y] eor $5a) | carry-free sum with y
copy_through_pointers:
        lda #<three
        sta from
        lda #>three
        sta from + 1
        lda #<one
        sta to
        lda #>one
        sta to + 1
        ldy #0
@next:  lda (from),y
        eor #$5a
        sta (to),y
        tya
        and #$0f
        clc
        adc (to),y
        sta (to),y
        iny
        bne @next
        rts

; CRC-16 of one[], two bits of it at a time by shifts without branches
checksum:
        lda #$ff
        sta crc
        sta crc + 1
        ldx #0
@next:  lda one,x
        eor crc + 1
        sta crc + 1
        lsr
        lsr
        lsr
        lsr
        eor crc + 1
        tay
        asl
        asl
        asl
        asl
        eor crc
        sta crc + 1
        tya
        lsr
        lsr
        lsr
        eor crc + 1
        sta crc + 1
        tya
        asl
        asl
        asl
        asl
        asl
        sta crc
        tya
        eor crc
        sta crc
        inx
        bne @next
        rts

; eight products of 16 by 16 bits, shifted and added
multiply_all:
        lda #7
        sta count
@next:  ldx count
        lda one,x
        sta factor
        lda one + 8,x
        sta factor + 1
        lda #0
        sta product + 2
        ldy three,x
        sty product
        ldy three + 8,x
        sty product + 1
        ldy #17
        clc
@bit:   ror
        ror product + 2
        ror product + 1
        ror product
        bcc @not
        clc
        pha
        lda product + 2
        adc factor
        sta product + 2
        pla
        adc factor + 1
@not:   dey
        bne @bit
        jsr mix
        lda product + 1
        jsr mix
        dec count
        bpl @next
        rts

        .segment "TABLES"
one:
.repeat 256, i
        .byte (i * 7 + 3) & $ff
.endrepeat
two:
.repeat 256, i
        .byte (i * i + 11) & $ff
.endrepeat
three:  .res 256
