; Files: what is said of them is kept, and there is no device to have them.
        .include "kernal.inc"
        .export setnam, setlfs, load, save

        .segment "CALLS"
; ---------------------------------------------------------------------------
; setnam, setlfs -- name, and number, device and secondary address of a file
;                   ($ffbd, $ffba)
; Out     FNLEN, FNADR; LA, FA, SA
; ---------------------------------------------------------------------------
setnam: sta FNLEN
        stx FNADR
        sty FNADR + 1
        rts
setlfs: sta LA
        stx FA
        sty SA
        rts

; ---------------------------------------------------------------------------
; load -- A 0: load, 1: verify; X/Y where to ($ffd5 through $0330)
; save -- from where the zero page word at A says to X/Y ($ffd8 through $0332)
;
; Out     carry set, A 5: DEVICE NOT PRESENT, if the vectors are ours
; ---------------------------------------------------------------------------
load:   stx MEMUSS
        sty MEMUSS + 1
        jmp (ILOAD)
save:   stx EAL
        sty EAL + 1
        tax
        lda $00,x
        sta STAL
        lda $01,x
        sta STAL + 1
        jmp (ISAVE)
