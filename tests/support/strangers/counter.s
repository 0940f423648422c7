; A counter that an interrupt moves on, and what the main program does with it.

vector = $0314
acknowledge = $dc0d
        .segment "BSS"
count:  .res 2
        .code

; ---------------------------------------------------------------------------
; chrout -- the KERNAL prints the character in A
;
; In      A         the character                               (any)
; Uses    -
; Time    -
; ---------------------------------------------------------------------------
chrout = $ffd2

; ---------------------------------------------------------------------------
; tick -- the interrupt: counts one more
;
; In      count     how many there were                         (any)
; Out     count     = count + 1
; Uses    stack 1
; Time    26..31 rti
; ---------------------------------------------------------------------------
tick:
        pha
        bit acknowledge
        inc count
        bne @done
        inc count + 1
@done:
        pla
        rti

; ---------------------------------------------------------------------------
; read -- takes both bytes of the counter while no interrupt comes between
;
; In      count     how many there were                         (any)
; Out     A         = count & 255
;         X         = count >> 8
; Uses    stack 1
; Time    23..23
; ---------------------------------------------------------------------------
read:
        php
        sei
        lda count
        ldx count + 1
        plp
        rts

; ---------------------------------------------------------------------------
; install -- lets the interrupt come here
;
; Out     $0314/$0315   = .tick
; Uses    A; stack 1
; Time    27..27
; ---------------------------------------------------------------------------
install:
        php
        sei
        lda #<tick
        sta vector
        lda #>tick
        sta vector + 1
        plp
        rts

; ---------------------------------------------------------------------------
; show -- prints a star for each count of its low digit
;
; In      count     how many there were                         (any)
; Uses    A, X; stack 2; = chrout
; Time    37..397
; ---------------------------------------------------------------------------
show:
        lda count
        and #$0f
        tax
@star:
        lda #'*'
        jsr chrout
        dex
        bpl @star
        rts
