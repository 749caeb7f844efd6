; The columns of the lanes: they do not overflow, their carries are right, and their digits are (src/lanes/montgomery.rs).
;
; Assumed, because every row of a product, of a square or of the reduction adds one product to a column: at most `limbs` products
; of the factors and `limbs` of the reduction. column.gappa proves the bounds of each part.
;
; control: MAX_LIMBS + 1
; control: COLUMN_BIAS + 1
; control: CARRY_BIAS + 1
; control: CARRY_BIAS - 1
; control: LIMB_MASK / 2

(declare-const limbs Int)
(declare-const products Int)
(declare-const high Int) ; the sum of the high parts, in units of 2^50
(declare-const low Int) ; the sum of the rounding errors
(declare-const digit Int) ; a digit of T in the last strip
(declare-const below Int) ; the value of the column below, with its carry and without bias
(define-fun beta () Int 1125899906842624)
(define-fun carry () Int (div below beta))
(define-fun value () Int (+ high low digit carry))

(assert (<= 4 limbs MAX_LIMBS))
(assert (<= 0 products (* 2 limbs)))
(assert (<= 0 high (* products beta)))
(assert (<= (- (* products 562949953421312)) low (* products 562949953421312)))
(assert (and (<= 0 digit) (< digit beta)))
; By induction: the bounds of the column below, which has no carry itself or satisfies this.
(assert (<= (- 1152921504606846976) below))
(assert (< below 3458764513820540928))

; goal: a column stays in the same bounds, so that with its bias of 2^60 it is from 0 to below 2^62
(push)
(assert (not (and (<= (- 1152921504606846976) value) (< value 3458764513820540928))))
(check-sat)
(pop)

; What the code computes: the start value of the column, its sums and the biased carry, in 64 bits without a sign.
(define-fun biased () Int (+ 1152921504606846976 below))
(define-fun biased_carry () Int (div biased beta))
(define-fun sum () Int (+ COLUMN_BIAS high low digit biased_carry))

; goal: the biased carry is the carry plus 2^10
(push)
(assert (not (= biased_carry (+ carry CARRY_BIAS))))
(check-sat)
(pop)

; goal: the sum is the value plus the bias, and a word without overflow
(push)
(assert (not (and (= sum (+ value 1152921504606846976)) (<= 0 sum) (< sum 4611686018427387904))))
(check-sat)
(pop)

; goal: its lowest 50 bits are the limb, and the next carry is right
(push)
(assert (not (and
  (= (mod sum (+ LIMB_MASK 1)) (mod value beta))
  (= (div sum beta) (+ (div value beta) CARRY_BIAS)))))
(check-sat)
(pop)

; goal: the sum of two biased carries, minus the bias, is that of the sum of the numbers, if one is a multiple of 2^50 there
(declare-const upper Int)
(push)
(assert (= (mod upper beta) 0))
(assert (not (= (- (+ biased_carry (div (+ upper 1152921504606846976) beta)) CARRY_BIAS)
  (+ CARRY_BIAS (div (+ below upper) beta)))))
(check-sat)
(pop)
