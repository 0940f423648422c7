; Bytes of an array at indexes that are not known, which may be the same byte or not.
        .bss
table:  .res 8
next:   .res 1
one:    .res 1
other:  .res 1
        .code
; ---------------------------------------------------------------------------
; two -- puts a byte into a table, then takes one out
;
; In      A                 the byte                  (any)
;         X                 where it goes             ($00..$07)
;         Y                 where one comes from      ($00..$07)
;         table             anything                  (any)
; Out     A                 = @(.table + Y)
; Uses    table
; Time    15
; ---------------------------------------------------------------------------
two:    sta table,x
        lda table,y
        rts

; ---------------------------------------------------------------------------
; fixed -- the same, from a place that is known
;
; In      A                 the byte                  (any)
;         X                 where it goes             ($00..$07)
;         table             anything                  (any)
; Out     A                 = @(.table + 3)
; Uses    table
; Time    15
; ---------------------------------------------------------------------------
fixed:  sta table,x
        lda table + 3
        rts

; ---------------------------------------------------------------------------
; before -- the same, but looks first
;
; In      A                 the byte                  (any)
;         X                 where it goes             ($00..$07)
;         table             anything                  (any)
; Out     A                 = @(.table + 3) ^ @(.table + 3)
; Uses    table; Y
; Time    21
; ---------------------------------------------------------------------------
before: ldy table + 3
        sta table,x
        tya
        eor table + 3
        rts

; ---------------------------------------------------------------------------
; either -- what two bytes of a table have, which may be the same one
;
; In      one               where the first is        ($00..$02)
;         other             where the second is       ($00..$02)
;         table[one]        the first                 ($00..$07)
;         table[other]      the second                ($04..$0b)
; Out     A                 = @(.table + one) | @(.table + other)
; Uses    X
; Time    22
; ---------------------------------------------------------------------------
either: ldx one
        lda table,x
        ldx other
        ora table,x
        rts

; ---------------------------------------------------------------------------
; after -- puts a byte into a table, and leaves the one after it
;
; In      A                 the byte                  (any)
;         X                 where it goes             ($00..$07)
;         table             anything                  (any)
; Uses    table
; Time    11
; ---------------------------------------------------------------------------
after:  sta table,x
        rts
