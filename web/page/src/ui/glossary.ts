/** What the page's terms mean, a sentence or two each, for readers who know JavaScript and not RSA. */
export const glossary = {
  lanes:
    "The fastest engine: it computes two exponentiations at once in the two halves of the processor's vector registers.",
  engine: "The code that does the modular arithmetic. All engines give the same results; their speed differs.",
  w: "The length of the private exponents in bits. Shorter is faster, and below a limit unsafe.",
  r: "How many primes the modulus is made of. More and therefore shorter primes are faster, and below a limit unsafe.",
  b: "How many ciphertexts one private operation of batch RSA decrypts at once.",
  e: "The public exponent. Encryption raises to it, so a short one makes encryption fast.",
  modulusLength: "The length of the public number N in bits. The longer it is, the safer and the slower.",
  acceptable: "Every known attack takes about as much work as on plain RSA-2048, or more.",
  weak: "Nobody is known to have broken such a key, but the margin is too small for new ones.",
  broken: "A known attack finds the private key. Do not use it.",
  good: "Every known attack takes about as much work as trying all keys of AES-128, or more.",
  plainRsa: "RSA as in textbooks: one exponentiation with the whole private exponent, without any trick.",
  interval: "With 95 % confidence the median lies between these two values.",
  theory: "The speed-up by counting multiplications, as the papers do.",
  fingerprint: "A hash (SHA-256) of the public key. Compare it with the owner’s to be sure that the key is theirs.",
  hybrid: "RSA-OAEP encrypts a random AES key, and AES-256-GCM encrypts the content with it.",
  pss: "The standard padding for RSA signatures (RFC 8017). A random salt makes every signature different.",
  montgomeryDomain:
    "A number a is written as a·R modulo p, where R is a power of 2. In this form the chip multiplies without dividing.",
  montgomeryMultiplication:
    "What the chip's unit computes: a ⊗ b = a·b·R⁻¹ modulo p. The factor R⁻¹ cancels one R of numbers in the Montgomery domain.",
  squarings: "R² is found with a few squarings instead of one multiplication for each bit, as in the paper.",
  fixedWindow:
    "Takes several bits of the exponent at once, from a table in the controller that is read whole each time. R² is found with squarings.",
  bitsOfWork: "80 bits of work are 2⁸⁰ steps. Each further bit doubles the work.",
  numberFieldSieve: "The fastest known method to factor any large number. Its cost depends on the length of N only.",
  ellipticCurve: "A factoring method that finds short primes first. Its cost depends on the shortest prime of N.",
  classGroup: "A factoring method for numbers with a square factor, such as N = p²·q.",
  lattice: "A grid of points in many dimensions. Its shortest vectors reveal numbers that are unusually small.",
  meetInTheMiddle: "A search that splits the unknown number in two halves: half its bits of work, but as much memory.",
} as const;

export type GlossaryTerm = keyof typeof glossary;
