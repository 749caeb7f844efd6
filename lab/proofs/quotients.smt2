; Quotient digits: Orup's, Montgomery's, and the inverses that they need. `base` is the weight of the digits that a step takes:
; β^4 or β^rest for the lanes, 2^29 and 2^64 for the scalar kernels.
;
; control: (+ (* m mu) 1) => (+ (* m mu) 2)
; control: (* q m mu) => (* (+ q 1) m mu)
; control: (- (* t mu) (* base k)) => (+ (* t mu) (* base k) 1)
; control: (- 2 (* m x)) => (- 1 (* m x))
; control: NARROW_NEWTON_STEPS - 1
; control: WIDE_NEWTON_STEPS - 1

(declare-const m Int)
(declare-const mu Int)
(declare-const base Int)
(declare-const by_base Int) ; M
(declare-const t Int)
(declare-const top Int) ; ⌊T/base⌋
(declare-const q Int)
(declare-const k Int)

; goal: Orup. With M = (m·μ + 1)/base and the digits Q = T mod base, T + Q·m·μ = base·(⌊T/base⌋ + Q·M).
(push)
(assert (= (+ (* m mu) 1) (* base by_base)))
(assert (= t (+ (* base top) q)))
(assert (not (= (+ t (* q m mu)) (* base (+ top (* q by_base))))))
(check-sat)
(pop)

; goal: Montgomery. With Q = T·μ mod base, T + Q·m = base·(T·M − m·k), where k is ⌊T·μ/base⌋.
(push)
(assert (= (+ (* m mu) 1) (* base by_base)))
(assert (= q (- (* t mu) (* base k))))
(assert (not (= (+ t (* q m)) (* base (- (* t by_base) (* m k))))))
(check-sat)
(pop)

; goal: Newton's iteration doubles the right bits of an inverse: 1 − m·x·(2 − m·x) = (1 − m·x)².
(declare-const x Int)
(push)
(assert (not (= (- 1 (* m x (- 2 (* m x)))) (* (- 1 (* m x)) (- 1 (* m x))))))
(check-sat)
(pop)

; goal: an odd number is its own inverse modulo 2^3
(push)
(declare-const odd (_ BitVec 3))
(assert (= ((_ extract 0 0) odd) #b1))
(assert (not (= (bvmul odd odd) #b001)))
(check-sat)
(pop)

; goal: so the scalar kernels' steps are enough for 29 and 64 bits
(define-fun-rec bits ((steps Int)) Int (ite (<= steps 0) 3 (* 2 (bits (- steps 1)))))
(push)
(assert (not (and (<= NARROW_LIMB_BITS (bits NARROW_NEWTON_STEPS)) (<= WIDE_LIMB_BITS (bits WIDE_NEWTON_STEPS)))))
(check-sat)
(pop)
