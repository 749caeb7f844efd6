import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

/** What the page's terms mean, in a sentence or two, for readers who know JavaScript but not RSA. */
const glossary = {
  engine: "The code that does the modular arithmetic. All engines give the same results at different speeds.",
  w: "The length of the private exponents in bits. Shorter is faster, but too short is unsafe.",
  r: "The number of primes in the modulus. More, shorter primes are faster, but too short ones are unsafe.",
  b: "How many ciphertexts one private operation of batch RSA decrypts together.",
  e: "The public exponent. Encryption raises the message to this power, so a short exponent makes encryption fast.",
  modulusLength: "The length of the public number N in bits. Longer is safer and slower.",
  acceptable: "Every known attack takes about as much work as on plain RSA-2048, or more.",
  verdict:
    "What the best known attack means for keys with such parameters: broken, weak, acceptable, which is about as safe as RSA-2048, or good.",
  plainRsa: "Textbook RSA: one exponentiation with the whole private exponent, without any trick.",
  bare: "The exponentiation only: without padding, and without the guards that the library adds by default.",
  guards:
    "Blinding and the fault check protect the private key against attacks on private operations. They add some time.",
  interval: "With 95 % confidence, the true value lies between these two.",
  theory: "The speed-up that follows from counting multiplications, as the papers do.",
  fingerprint: "A hash (SHA-256) of the public key. Compare it with the owner’s to make sure that the key is theirs.",
  hybrid: "RSA-OAEP encrypts a random AES key, and AES-256-GCM encrypts the content with that key.",
  pss: "The standard padding for RSA signatures (RFC 8017). A random salt makes every signature different.",
  montgomeryDomain:
    "A number a is stored as a·R modulo p, where R is a power of 2. In this form the chip multiplies without dividing.",
  montgomeryMultiplication:
    "What the chip's unit computes: a ⊗ b = a·b·R⁻¹ modulo p. The factor R⁻¹ cancels one R of numbers in the Montgomery domain.",
  squarings: "As in the paper, a few squarings compute R², instead of one multiplication for each bit.",
  fixedWindow:
    "Processes several bits of the exponent at a time. Their powers are in a table in the controller, which reads the whole table each time. Squarings compute R².",
  bitsOfWork: "80 bits of work are 2⁸⁰ steps. Each further bit doubles the work.",
  numberFieldSieve: "The fastest known method to factor any large number. Its cost depends only on the length of N.",
  ellipticCurve: "A factoring method that finds short primes first. Its cost depends on the shortest prime of N.",
  classGroup: "A factoring method for numbers with a square factor, such as N = p²·q.",
  lattice: "A grid of points in many dimensions. Its shortest vectors reveal numbers that are unusually small.",
  meetInTheMiddle: "A search that splits the unknown number in two halves: half the bits of work, but as much memory.",
} as const;

export type GlossaryTerm = keyof typeof glossary;

/** Pixels between a term and its definition, and between a definition and the edge of the window. */
const distance = 6;

/** Milliseconds in which the pointer can move from a term to its definition. */
const patience = 200;

/**
 * A term whose definition shows on hover and focus, above everything else on the page. It stays while the pointer is over the term or
 * the definition, or the term has the focus. Escape closes it, as browsers do with every popover of this kind.
 */
export function Term({ of, children }: { readonly of: GlossaryTerm; readonly children: ComponentChildren }) {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const definition = useRef<HTMLSpanElement>(null);
  const show = () => {
    const [from, box] = [word.current, definition.current];
    if (from === null || box === null || box.matches(":popover-open")) return;
    box.showPopover();
    const { left, bottom, top } = from.getBoundingClientRect();
    const fits = bottom + distance + box.offsetHeight < innerHeight;
    box.style.left = `${Math.max(distance, Math.min(left, innerWidth - box.offsetWidth - distance))}px`;
    box.style.top = `${fits ? bottom + distance : top - distance - box.offsetHeight}px`;
  };
  const hide = () => {
    if (definition.current?.matches(":popover-open")) definition.current.hidePopover();
  };
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const keep = () => clearTimeout(timer.current);
  const leave = () => {
    keep();
    timer.current = setTimeout(() => document.activeElement !== word.current && hide(), patience);
  };
  return (
    <>
      <button
        ref={word}
        type="button"
        class="term"
        aria-describedby={id}
        onMouseEnter={() => {
          keep();
          show();
        }}
        onMouseLeave={leave}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span
        ref={definition}
        id={id}
        role="tooltip"
        class="definition"
        popover="auto"
        onMouseEnter={keep}
        onMouseLeave={leave}
      >
        {glossary[of]}
      </span>
    </>
  );
}
