; The scalar kernels: limbs of 29 bits in 64-bit columns, and limbs of 64 bits in two words (src/montgomery/narrow.rs, wide.rs).
;
; control: NARROW_LIMB_BITS + 1
; control: NARROW_MAX_LOAD + 1
; control: WIDE_LIMB_BITS - 1
; control: NARROW_FACTOR + 1
; control: NARROW_RESIDUE - 1
; control: NARROW_DISTANCE - 1
; control: (- limbs row) => (- limbs row 1)
; control: (div NARROW_MAX_LOAD 2) => (+ (div NARROW_MAX_LOAD 2) 1)
; control: (<= a m) (<= b m) => (<= a (* 2 m)) (<= b m)
; control: (<= 0 next 5) => (<= 0 next 4)

(define-fun-rec power ((bits Int)) Int (ite (<= bits 0) 1 (* 2 (power (- bits 1)))))
(define-fun word () Int 18446744073709551616) ; 2^64
(declare-const products Int)
(declare-const limb Int)
(declare-const carry Int)

; goal: narrow: as many products as a column may have, one limb and a carry below 2^36 do not overflow, and the next carry is below 2^36
(define-fun narrow_beta () Int (power NARROW_LIMB_BITS))
(define-fun column () Int (+ products limb carry))
(push)
(assert (<= 0 products (* NARROW_MAX_LOAD (- narrow_beta 1) (- narrow_beta 1))))
(assert (and (<= 0 limb) (< limb narrow_beta)))
(assert (and (<= 0 carry) (< carry 68719476736)))
(assert (not (and (< column word) (< (div column narrow_beta) 68719476736))))
(check-sat)
(pop)

; goal: narrow: a square's rows from `row` on add at most limbs − row products to a column k: those of limbs i < j with i + j = k twice,
; for i from `first` to `last`, and that of limb k/2 once
(declare-const limbs Int)
(declare-const row Int)
(declare-const k Int)
(define-fun first () Int (ite (< row (- k limbs -1)) (- k limbs -1) row))
(define-fun last () Int (div (- k 1) 2))
(define-fun pairs () Int (ite (< last first) 0 (- last first -1)))
(define-fun squares () Int (ite (and (= (mod k 2) 0) (<= row (div k 2)) (< (div k 2) limbs)) 1 0))
(push)
(assert (and (<= 0 row) (< row limbs) (<= 0 k)))
(assert (not (<= (+ (* 2 pairs) squares) (- limbs row))))
(check-sat)
(pop)

; goal: narrow: carry_middle leaves room for the reduction, which adds as many products to a column as the factors did: to a column that
; does not carry, and to one that did
(define-fun half () Int (div NARROW_MAX_LOAD 2))
(define-fun count () Int (ite (< k limbs) (+ k 1) (- (* 2 limbs) k 1)))
(push)
(assert (and (< half limbs) (< limbs NARROW_MAX_LOAD) (<= 0 k) (< k (- (* 2 limbs) 1))))
(assert (not (<= (ite (and (<= half k) (< k (- (* 2 limbs) half 1))) count (* 2 count)) NARROW_MAX_LOAD)))
(check-sat)
(pop)

; goal: narrow: sums and differences of limbs fit 32 bits, also with a sign
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(push)
(assert (and (<= 0 x) (< x narrow_beta) (<= 0 y) (< y narrow_beta) (<= 0 z) (< z narrow_beta)))
(assert (<= (- 1) carry 2))
(define-fun difference () Int (+ (- x y) (* 2 z) carry))
(assert (not (and
  (< (+ x y 1) 4294967296) (<= (div (+ x y 1) narrow_beta) 1)
  (< (- 2147483648) difference 2147483648) (<= (- 1) (div difference narrow_beta) 2))))
(check-sat)
(pop)

; goal: narrow: factors below 4m give residues below 2m, because R ≥ 16m and the quotient is below R
(declare-const m Real)
(declare-const r Real)
(declare-const a Real)
(declare-const b Real)
(declare-const q Real)
(push)
(assert (and (< 0 m) (<= (* NARROW_DISTANCE m) r)))
(assert (and (<= 0 a) (< a (* NARROW_FACTOR m)) (<= 0 b) (< b (* NARROW_FACTOR m)) (<= 0 q) (< q r)))
(assert (not (< (+ (* a b) (* q m)) (* NARROW_RESIDUE m r))))
(check-sat)
(pop)

; goal: wide: a·b + c + d fits two words
(define-fun wide_beta () Real (to_real (power WIDE_LIMB_BITS)))
(declare-const c Real)
(declare-const d Real)
(push)
(assert (and (<= 0 a 18446744073709551615) (<= 0 b 18446744073709551615) (<= 0 c 18446744073709551615) (<= 0 d 18446744073709551615)))
(assert (not (< (+ (* a b) c d) (* wide_beta wide_beta))))
(check-sat)
(pop)

; goal: wide: when a square is doubled, two columns fit two words each, and a carry is at most 5
(declare-const low Int)
(declare-const high Int)
(declare-const columns Int) ; a column and the inner products, of one word each
(declare-const columns_above Int)
(define-fun low_sum () Int (+ (* 2 columns) low carry))
(define-fun high_sum () Int (+ (* 2 columns_above) high (div low_sum word)))
(define-fun next () Int (div high_sum word))
(push)
(assert (<= 0 carry 5))
(assert (and (<= 0 columns (* 2 (- word 1))) (<= 0 columns_above (* 2 (- word 1)))))
(assert (and (<= 0 low) (< low word) (<= 0 high) (< high word)))
(assert (not (and (<= 0 next 5) (< (div low_sum word) word))))
(check-sat)
(pop)

; goal: wide: factors of at most m, or with a product below R·m, give less than 2m: one subtraction leaves less than m, and the
; overflow above R is at most 1
(push)
(assert (and (< 0 m) (< m r) (<= 0 q (- r 1))))
(assert (and (<= 0 a) (<= 0 b) (<= a m) (<= b m)))
(assert (not (and (< (+ (* a b) (* q m)) (* 2 m r)) (< (* 2 m) (* 2 r)))))
(check-sat)
(pop)
