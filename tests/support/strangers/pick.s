; Two indexes that choose what is read, each of which has a space of its own.
        .bss
row:    .res 1
column: .res 1
rows:   .res 3
columns: .res 2
        .code
; ---------------------------------------------------------------------------
; pick -- the sum of two indexes
;
; In      row               of three                  ($00..$02)
;         column            of two                    ($00..$01)
;         rows[row]         below 16                  ($00..$0f)
;         columns[column]   below 16                  ($00..$0f)
; Out     A                 = row + column
; Uses    A, C
; Time    20..21
; ---------------------------------------------------------------------------
pick:   clc
        lda row
        adc column
        cmp #3
        beq :+
:       rts
