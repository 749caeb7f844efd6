; The values of the lanes' products, in units of m: r is R/m, a and b the factors (src/lanes/montgomery.rs, residues.rs).
;
; A strip of k limbs adds at most (β^k − 1)·M, where M ≤ m. beta4 is β^4.
;
; control: DISTANCE_OF_FOURS / 4
; control: DISTANCE / 2
; control: DISTANCE_OF_RESIDUES / 2
; control: LONGEST_EXPONENT * 2
; control: (/ 26 10) => (/ 25 10)
; control: (/ 2001 1000) => 2

(define-fun beta () Real 1125899906842624.0)
(define-fun beta4 () Real (* beta beta beta beta))
(declare-const r Real)
(declare-const a Real)
(declare-const b Real)
(declare-const added Real) ; what the strips so far have added to T, before the next strip

; goal: strips of four limbs add less than β^4·m: if that holds, it holds after the next strip
(push)
(assert (<= 0 added beta4))
(assert (not (<= (+ (/ added beta4) (- beta4 1)) beta4)))
(check-sat)
(pop)

; goal: limbs mod 4 = 0: factors below 3m give results below 2.6m, and below R
(push)
(assert (<= DISTANCE_OF_FOURS r))
(assert (and (<= 0 a) (< a 3) (<= 0 b) (< b 3) (<= 0 added beta4)))
(assert (not (and (< (+ (/ (* a b) r) (/ added beta4) 1) (/ 26 10)) (< 3 r))))
(check-sat)
(pop)

; The excess of two strips, one of four limbs and one of `rest`, and the last: (β^(4 − rest) + β^rest)/β^4, in units of m.
(define-fun excess ((power Real)) Real (+ (/ 1 power) (/ (- power 1) beta4)))
(define-fun small () Real (/ 1 562949953421312.0)) ; 2^−49

; goal: limbs mod 4 from 1 to 3: this excess is at most 2^−49
(push)
(assert (not (and (<= (excess beta) small) (<= (excess (* beta beta)) small) (<= (excess (* beta beta beta)) small))))
(check-sat)
(pop)

; goal: factors below 2m(1 + δ) give results below 2m(1 + δ + δ²/2 + 2^−49)
(declare-const delta Real)
(push)
(assert (<= DISTANCE r))
(assert (<= 0 delta 1))
(assert (and (<= 0 a) (< a (* 2 (+ 1 delta))) (<= 0 b) (< b (* 2 (+ 1 delta)))))
(assert (not (< (+ (/ (* a b) r) 1 small) (* 2 (+ 1 delta (/ (* delta delta) 2) small)))))
(check-sat)
(pop)

; goal: so after t multiplications δ is at most 2^−24·s/(1 − s²/2) with s = t/2^25: one more keeps this bound
; (f is the excess in units of 2^−24, and grows by (1 + f²)/2^25 in each step)
(declare-const s Real)
(define-fun f ((s Real)) Real (/ s (- 1 (/ (* s s) 2))))
(define-fun step () Real (/ 1 33554432.0))
(push)
(assert (<= 0 s (- 1 step)))
(assert (not (<= (+ (f s) (* step (+ 1 (* (f s) (f s))))) (f (+ s step)))))
(check-sat)
(pop)

; goal: that is at most 2^−23 for the 2^25 multiplications of an exponentiation, and values stay below 2.001m, and below R
(push)
(assert (<= 0 s (/ (* 2 LONGEST_EXPONENT) 33554432.0)))
(assert (<= DISTANCE r))
(assert (= delta (/ (f s) 16777216.0)))
(assert (not (and (<= 0 (f s) 2) (< (* 2 (+ 1 delta)) (/ 2001 1000)) (< (/ 2001 1000) r))))
(check-sat)
(pop)

; goal: from Montgomery form, for limbs mod 4 = 0: no strip brings T to β^4·m, so the result is below 2m
(declare-const t Real)
(push)
(assert (and (<= 0 t) (< t beta4)))
(assert (not (and (< (+ (/ t beta4) (- beta4 1)) beta4) (< (+ (/ t beta4) 1) 2))))
(check-sat)
(pop)

; goal: from Montgomery form, for other limbs: a number of at most 2.001m < R and the excess give less than 2m, so one subtraction of
; m leaves less than m. a/r is below 1, which is at most m/3: m is odd and above 1.
(declare-const one Real) ; 1/m
(push)
(assert (and (< 0 one) (<= one (/ 1 3))))
(assert (<= DISTANCE r))
(assert (and (<= 0 a) (< a (/ 2001 1000))))
(assert (not (< (- (+ (* (/ a r) one) 1 small) 1) 1)))
(check-sat)
(pop)

; goal: to Montgomery form: a factor below R and one below m give factors for the goals above
(push)
(assert (and (<= 0 a) (< a r) (<= 0 b) (< b 1) (<= 4 r)))
(assert (not (and (< (+ (/ (* a b) r) 1 small) (* 2 (+ 1 small))) (<= (+ (/ (* a b) r) 2) 3))))
(check-sat)
(pop)

; goal: residues: products of two numbers below 6m are below 3m
(push)
(assert (<= DISTANCE_OF_RESIDUES r))
(assert (and (<= 0 a) (< a 6) (<= 0 b) (< b 6)))
(assert (not (< (+ (/ (* a b) r) 2) 3)))
(check-sat)
(pop)
