; Bytes of an array at indexes that are not known, which may be the same byte or not.
        .bss
table:  .res 8
next:   .res 1
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
