; Looks for a character in a text that a pointer in the zero page leads to.

text = $fb                      ; and $fc

; ---------------------------------------------------------------------------
; find -- where a character stands first in a text
;
; In      $fb/$fc   the text                                    (text)
;         A         the character                               ($01..$ff)
; Out     Y         its place, or that of the 0 at the end
;         C         1 if it is there
; Uses    wanted
; Time    26..4871
; ---------------------------------------------------------------------------
find:
        sta wanted
        ldy #0
@next:
        lda (text),y
        beq @missing
        cmp wanted
        beq @found
        iny
        bne @next
@missing:
        clc
        lda wanted
        rts
@found:
        sec
        rts

        .bss
wanted: .res 1
