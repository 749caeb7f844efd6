// Written by `cargo run -p xtask` from the declarations in crates/cryptanalysis/src/attacks.

import type { RsaErrorCode } from "../errors.js";
import type { KeyParamValues } from "../params.js";
import type { DemonstrationOf, Outcome, PublicKeyNumbers, SeedOptions } from "../security/attack.js";

/** What anyone sees: one unpadded message, encrypted under two exponents. */
export interface OutsiderTarget extends PublicKeyNumbers {
  /** Another exponent for the same modulus. */
  readonly secondPublicExponent: bigint;
  /** The message, encrypted under each exponent. */
  readonly ciphertexts: readonly [bigint, bigint];
}

/** What one of several owners has: a pair of exponents, and the public exponents of the others. */
export interface OwnerTarget {
  /** N. */
  readonly modulus: bigint;
  /** The owner's own comes first. */
  readonly publicExponents: readonly bigint[];
  /** d for the first public exponent. */
  readonly privateExponent: bigint;
}

/** A signature of a known number. */
export interface FaultTarget extends PublicKeyNumbers {
  /** m, the number that was signed: with padding, the padded hash. */
  readonly message: bigint;
  /** s, the result of the private operation on m. */
  readonly signature: bigint;
}

/** How the library answered with its fault check on. */
export type CheckedAnswer =
  | {
      /**
       * The check found nothing, and the signature was released. With a long e (`rebalanced`, `r-prime`, `scheme-a`, `scheme-b`,
       * `tunable`), it is still wrong if the bit flipped in a CRT exponent: that check assumes that the stored exponent is right.
       */
      readonly released: true;
      /** The signature. */
      readonly signature: bigint;
    }
  | {
      /** The check found a fault, and no signature was released. */
      readonly released: false;
      /** `fault-detected`. */
      readonly code: RsaErrorCode;
      /** The message of the error. */
      readonly message: string;
    };

/** A device's answers to ciphertexts of messages that the attacker chose. */
export interface UnbalancedChosenCiphertextTarget extends PublicKeyNumbers {
  /** The messages whose ciphertexts got an answer. */
  readonly messages: readonly bigint[];
  /** The answers, in the same order. */
  readonly answers: readonly bigint[];
  /** The messages whose ciphertexts got no answer. */
  readonly refused: readonly bigint[];
}

/** A public key, and some bits of both its CRT exponents. */
export interface PartialExposureTarget extends PublicKeyNumbers {
  /** Which bits are known: the least significant (`low`) or the most significant (`high`). */
  readonly end: "low" | "high";
  /** How many bits of each CRT exponent are known, from 0 to w. */
  readonly knownBits: number;
  /**
   * w, the length of the CRT exponents in bits, from 16 to n/2. A shorter exponent counts as padded with leading zeros.
   */
  readonly crtExponentLength: number;
  /** The known bits of d_p and d_q as numbers, in any order: `d % 2n ** knownBits` or `d >> (w - knownBits)`. */
  readonly crtExponentParts: readonly [bigint, bigint];
}

/**
 * The processor for which OpenSSL was compiled, by its byte order and the bits of C's `long`: i386 is
 * `little-endian-32`, amd64 is `little-endian-64`, and PowerPC, SPARC and HPPA are `big-endian-32`.
 */
export type DebianArchitecture = "little-endian-32" | "little-endian-64" | "big-endian-32";

/**
 * The program that made the key. The others are `openssl genrsa` and `openssl req`, which make other keys if there is a
 * file `~/.rnd`, if there is none, or if it cannot be read. Without the file, version 0.9.8c makes the same as if it
 * could not be read.
 */
export type DebianProgram = "ssh-keygen" | "openssl-seed-file" | "openssl-no-seed-file" | "openssl-unread-seed-file";

/** What longer CRT exponents would take with the same modulus length: an **estimate** from the time of this run. */
export interface SearchEstimate {
  /** w, the length of these exponents. */
  readonly crtExponentLength: number;
  /** The time. */
  readonly seconds: number;
  /** Memory in bytes. The estimate assumes that one machine has that much. */
  readonly memory: number;
}

/** How long a longer key would take: an **estimate** from the time of this run, good to a few bits. */
export interface ClassGroupEstimate {
  /** n. */
  readonly modulusLength: number;
  /** r. */
  readonly primes: number;
  /** The length in bits of the square-free part of N: q for odd r, p·q for even r. */
  readonly squareFreeLength: number;
  /** The time. */
  readonly seconds: number;
}

/** The primes that were found. The modulus may have others. */
export interface FoundPrimes {
  /** In ascending order, each as often as it divides N. */
  readonly primes: readonly bigint[];
  /** The composite rest of N; empty if N is factored completely. */
  readonly unfactored: readonly bigint[];
}

/** How long one prime of a longer key would take: an **estimate** from the time of this run, good to a few bits. */
export interface CurveEstimate {
  /** n. */
  readonly modulusLength: number;
  /** r. */
  readonly primes: number;
  /** n/r. */
  readonly primeLength: number;
  /** The time. */
  readonly seconds: number;
}

/** The types of each attack. */
export interface AttackTypes {
  /** Small lattice attack on short CRT exponents and a short e. */
  readonly "small-crt-exponents": {
    readonly target: PublicKeyNumbers;
    readonly options: {
      /**
       * The length in bits of the CRT exponents to look for, 16 to n/2; it sets the weights of the lattice. Default:
       * the longest that the attack reaches, which finds shorter ones too.
       */
      readonly crtExponentLength?: number | undefined;
    };
    readonly outcome: Outcome<
      {
        /** The primes. */
        readonly primes: readonly bigint[];
        /** d modulo p − 1 for each prime p. */
        readonly crtExponents: readonly bigint[];
      },
      {
        /** The length in bits of the CRT exponents that the attack looked for. */
        readonly crtExponentLength: number;
        /** The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits. */
        readonly longestCrtExponent: number;
        /** How often the lattice reductions swapped two vectors. */
        readonly swaps: number;
      }
    >;
    readonly demonstrationOptions: {
      /**
       * The variant. The default is not `scheme-a`, because making such a key takes longer than breaking it. Default
       * `scheme-b`.
       */
      readonly variant?: "scheme-b" | "scheme-a" | undefined;
      /** n. From 128 to 16,384 bits. Default 1024. */
      readonly modulusLength?: number | undefined;
      /** w, less than n/2. Default: the variant's. */
      readonly crtExponentLength?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PublicKeyNumbers,
      {
        /**
         * The length in bits of the CRT exponents to look for, 16 to n/2; it sets the weights of the lattice. Default:
         * the longest that the attack reaches, which finds shorter ones too.
         */
        readonly crtExponentLength?: number;
      },
      {
        /** d modulo p − 1 for each prime p. */
        readonly crtExponents: readonly bigint[];
      }
    >;
  };
  /** Wiener's attack on a short private exponent. */
  readonly "small-private-exponent": {
    readonly target: PublicKeyNumbers;
    readonly options: object;
    readonly outcome: Outcome<
      {
        /** p and q, the larger first. */
        readonly primes: readonly [bigint, bigint];
        /** The smallest d: modulo λ(N). */
        readonly privateExponent: bigint;
      },
      {
        /** How many convergents of e/N were tried. */
        readonly convergents: number;
      }
    >;
    readonly demonstrationOptions: {
      /** n. From 128 to 16,384 bits. Default 1024. */
      readonly modulusLength?: number | undefined;
      /** What is short. Default `private-exponent`. */
      readonly short?: "private-exponent" | "equal-crt-exponents" | undefined;
      /** Its length in bits, 16 to n/2. Default: n/4 − 2, the longest that the attack always finds. */
      readonly exponentLength?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PublicKeyNumbers,
      object,
      {
        /** The short exponent. */
        readonly privateExponent: bigint;
      }
    >;
  };
  /** Several exponents on one modulus. */
  readonly "common-modulus": {
    readonly target: OutsiderTarget | OwnerTarget;
    readonly options: object;
    readonly outcome: Outcome<
      {
        /** Only for an outsider. */
        readonly message?: bigint;
        /** Only for an owner. */
        readonly primes?: readonly bigint[];
        /** Only for an owner: d for each public exponent. */
        readonly privateExponents?: readonly bigint[];
      },
      object
    >;
    readonly demonstrationOptions: {
      /** Who attacks. Default `outsider`. */
      readonly attacker?: "outsider" | "owner" | undefined;
      /** n. From 128 to 16,384 bits. Default 1024. */
      readonly modulusLength?: number | undefined;
      /** The number of exponents. From 2 to 8. Default 4. */
      readonly batchSize?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      OutsiderTarget | OwnerTarget,
      object,
      {
        /** The message. */
        readonly message: bigint;
      }
    >;
  };
  /** Fault attack: one wrong signature. */
  readonly fault: {
    readonly target: FaultTarget;
    readonly options: object;
    readonly outcome: Outcome<
      {
        /**
         * Two factors of N: its two primes, or, if it has more, the one whose share is wrong and the product of the
         * others. The larger comes first.
         */
        readonly factors: readonly [bigint, bigint];
      },
      {
        /** Whether s^e = m. */
        readonly signatureIsRight: boolean;
      }
    >;
    readonly demonstrationOptions: { readonly [Name in keyof KeyParamValues]?: KeyParamValues[Name] | undefined } & {
      /**
       * Where to flip one bit: in the CRT exponent of the first prime (not with `batch`), or in the first CRT
       * coefficient. Default `crt-exponent`.
       */
      readonly place?: "crt-exponent" | "crt-coefficient" | undefined;
    };
    readonly demonstration: DemonstrationOf<FaultTarget, object, object> & {
      /** The answer with the check on. Pass its signature to `runAttack` to find out whether it is right. */
      readonly withCheck: CheckedAnswer;
      /** The position of the flipped bit; 0 is the least significant. */
      readonly bit: number;
    };
  };
  /** Chosen ciphertexts for an unbalanced key. */
  readonly "unbalanced-chosen-ciphertext": {
    readonly target: UnbalancedChosenCiphertextTarget;
    readonly options: object;
    readonly outcome: Outcome<
      {
        /** p and q, the shorter first. */
        readonly primes: readonly [bigint, bigint];
      },
      {
        /** How many ciphertexts the device was sent. */
        readonly questions: number;
      }
    >;
    readonly demonstrationOptions: {
      /** n. From 128 to 16,384 bits. Default 1024. */
      readonly modulusLength?: number | undefined;
      /** |p|, from 64 bits to less than half of the modulus. Default: that of key generation. */
      readonly primeLength?: number | undefined;
      /**
       * What the device checks before it answers. `unchecked`: nothing. `encrypts-again`: whether its answer encrypts
       * to the ciphertext. `library`: also whether the answer is below the public bound, as this library does. Default
       * `unchecked`.
       */
      readonly device?: "unchecked" | "encrypts-again" | "library" | undefined;
    };
    readonly demonstration: DemonstrationOf<UnbalancedChosenCiphertextTarget, object, object>;
  };
  /** Known bits of both CRT exponents. */
  readonly "partial-exposure": {
    readonly target: PartialExposureTarget;
    readonly options: object;
    readonly outcome: Outcome<
      {
        /** The larger comes first. */
        readonly primes: readonly [bigint, bigint];
        /** d modulo p − 1 for each prime p. */
        readonly crtExponents: readonly [bigint, bigint];
      },
      {
        /** How many bits of each CRT exponent were known. */
        readonly knownBits: number;
        /** How many bits of each the attack needs with these lengths. */
        readonly knownBitsNeeded: number;
        /** How often the lattice reductions swapped two vectors. */
        readonly swaps: number;
      }
    >;
    readonly demonstrationOptions: {
      /** n. From 256 to 4096 bits. Default 1024. */
      readonly modulusLength?: number | undefined;
      /** The length of e in bits, from 16 to n/2 − 16. Default 3n/8. */
      readonly publicExponentLength?: number | undefined;
      /**
       * w, from n/2 − |e| + 8 bits to the longest that the attack reaches. Default 0.273·n, or the nearest allowed
       * length.
       */
      readonly crtExponentLength?: number | undefined;
      /** Which bits are known. Default `low`. */
      readonly end?: "low" | "high" | undefined;
      /** How many bits of each CRT exponent are known, from 0 to w. Default: as many as the attack needs. */
      readonly knownBits?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PartialExposureTarget,
      object,
      {
        /** d modulo p − 1 for each prime p. */
        readonly crtExponents: readonly bigint[];
      }
    >;
  };
  /** Small lattice attack on short CRT exponents of three primes and a short e. */
  readonly "several-crt-exponents": {
    readonly target: PublicKeyNumbers;
    readonly options: SeedOptions & {
      /** The mean length in bits of the CRT exponents to look for. Default: the longest that the attack reaches. */
      readonly crtExponentLength?: number | undefined;
    };
    readonly outcome: Outcome<
      {
        /** The primes. */
        readonly primes: readonly bigint[];
        /** d modulo p − 1 for each prime p. */
        readonly crtExponents: readonly bigint[];
      },
      {
        /** The length in bits of the CRT exponents that the attack looked for. */
        readonly crtExponentLength: number;
        /** The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits. */
        readonly longestCrtExponent: number;
        /** How often the lattice reductions swapped two vectors. */
        readonly swaps: number;
      }
    >;
    readonly demonstrationOptions: {
      /** n. From 384 to 4096 bits. Default 2048. */
      readonly modulusLength?: number | undefined;
      /** The length of e in bits, from n/6 to n/3 − 16. Default n/4. */
      readonly publicExponentLength?: number | undefined;
      /**
       * w, the length of each CRT exponent, from n/3 − |e| + 8 to n/3 bits. Default 0.117·n, which is 240 at n = 2048.
       */
      readonly crtExponentLength?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PublicKeyNumbers,
      {
        /** The mean length in bits of the CRT exponents to look for. Default: the longest that the attack reaches. */
        readonly crtExponentLength?: number;
      },
      {
        /** d modulo p − 1 for each prime p. */
        readonly crtExponents: readonly bigint[];
      }
    >;
  };
  /** Debian’s OpenSSL of 2006 to 2008. */
  readonly "debian-seed": {
    readonly target: PublicKeyNumbers;
    readonly options: {
      /** The processor, if it is known. Default `any`. */
      readonly architecture?: DebianArchitecture | "any" | undefined;
      /** The program, if it is known. Default `any`. */
      readonly program?: DebianProgram | "any" | undefined;
      /** The first process id to try. From 0 to 32,767. Default 0. */
      readonly firstProcess?: number | undefined;
      /** How many processes to try. Default: up to process 32,767. From 1 to 32,768. */
      readonly processes?: number | undefined;
    };
    readonly outcome: Outcome<
      {
        /** The id of the process that made the key, from 0 to 32,767. */
        readonly process: number;
        /** The processor for which its OpenSSL was compiled. */
        readonly architecture: DebianArchitecture;
        /** The program that it ran. */
        readonly program: DebianProgram;
        /** In the order in which they were made. */
        readonly primes: readonly [bigint, bigint];
      },
      {
        /** How many candidates for a prime were tried, of all processes. */
        readonly candidatesTried: number;
      }
    >;
    readonly demonstrationOptions: {
      /** n. From 512 to 16,384 bits. Default 1024. */
      readonly modulusLength?: number | undefined;
      /** The processor. Default `little-endian-32`. */
      readonly architecture?: DebianArchitecture | undefined;
      /** The program. Default `ssh-keygen`. */
      readonly program?: DebianProgram | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PublicKeyNumbers,
      {
        /** The processor, if it is known. */
        readonly architecture: DebianArchitecture;
        /** The program, if it is known. */
        readonly program: DebianProgram;
      },
      {
        /** The id of the process that made the key, from 0 to 32,767. */
        readonly process: number;
        /** The processor for which its OpenSSL was compiled. */
        readonly architecture: DebianArchitecture;
        /** The program that it ran. */
        readonly program: DebianProgram;
      }
    >;
  };
  /** Meet-in-the-middle search for a CRT exponent. */
  readonly "meet-in-the-middle": {
    readonly target: PublicKeyNumbers;
    readonly options: SeedOptions & {
      /** w, the length of the CRT exponents in bits. From 16 to 36 bits. Default 32. */
      readonly crtExponentLength?: number | undefined;
    };
    readonly outcome: Outcome<
      {
        /** All primes of N, or, if `complete` is false, those that were found. */
        readonly primes: readonly bigint[];
        /** Whether N is factored completely. */
        readonly complete: boolean;
        /** The primes p with a CRT exponent of this length, in ascending order. */
        readonly primesWithCrtExponent: readonly bigint[];
        /** d modulo p − 1 for each of these primes. */
        readonly crtExponents: readonly bigint[];
      },
      {
        /** How many baby steps there were. */
        readonly babySteps: number;
        /** How many giant steps there were. */
        readonly giantSteps: number;
        /** The approximate memory used, in bytes. */
        readonly memory: number;
        /** What longer keys would take. */
        readonly estimates: readonly SearchEstimate[];
      }
    >;
    readonly demonstrationOptions: {
      /** The variant. Default `rebalanced`. */
      readonly variant?: "rebalanced" | "r-prime" | undefined;
      /** n. From 128 to 16,384 bits. Default 512. */
      readonly modulusLength?: number | undefined;
      /** r, for `r-prime`. Default 3; from 4096 bits 4, from 8192 bits 5. From 3 to 8. */
      readonly primes?: number | undefined;
      /** w. From 16 to 36 bits. Default 32. */
      readonly crtExponentLength?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PublicKeyNumbers,
      {
        /** w, the length of the CRT exponents in bits. */
        readonly crtExponentLength: number;
      },
      object
    >;
  };
  /** Class group method for repeated primes. */
  readonly "class-group": {
    readonly target: PublicKeyNumbers;
    readonly options: SeedOptions & {
      /** r: N is p^(r−s)·q^s with primes of about equal length. From 3 to 8. Default 3. */
      readonly primes?: number | undefined;
      /** How many multiples of N to try at most. Default: twelve times the expected number. */
      readonly mostMultipliers?: number | undefined;
    };
    readonly outcome: Outcome<
      {
        /** The k whose class group revealed p; absent if N is a power of a prime, which needs none. */
        readonly multiplier?: number;
        /** In ascending order, each as often as it divides N. */
        readonly primes: readonly bigint[];
        /** The composite rest of N; empty if N is factored completely. */
        readonly unfactored: readonly bigint[];
      },
      {
        /** How many multiples kN were tried. */
        readonly multipliers: number;
        /** How many products of quadratic forms that took. */
        readonly products: number;
        /** The bounds of both stages. */
        readonly bounds: {
          /** B1: the exponent of the first stage contains all powers of odd primes up to it. */
          readonly first: number;
          /** B2: the class number may have one more prime up to it. */
          readonly second: number;
          /** The mean number of multipliers until one has a class number that is smooth to these bounds. */
          readonly expectedMultipliers: number;
        };
        /** What longer keys would take. */
        readonly estimates: readonly ClassGroupEstimate[];
      }
    >;
    readonly demonstrationOptions: {
      /** n, such that the square-free part has at most 192 bits. From 192 to 1344 bits. Default 256. */
      readonly modulusLength?: number | undefined;
      /** r. From 3 to 8. Default 3. */
      readonly primes?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PublicKeyNumbers,
      {
        /** r: N is p^(r−s)·q^s with primes of about equal length. */
        readonly primes: number;
      },
      object
    >;
  };
  /** Elliptic curve method for short primes. */
  readonly "elliptic-curve": {
    readonly target: PublicKeyNumbers;
    readonly options: SeedOptions & {
      /**
       * The length in bits of the primes to look for. The attack finds shorter ones as well, and longer ones seldom.
       * From 32 to 100 bits. Default 80.
       */
      readonly primeLength?: number | undefined;
      /**
       * How many primes of about this length N has; affects only the expected number of curves. From 1 to 8. Default 1.
       */
      readonly primes?: number | undefined;
      /**
       * Whether to continue until N is factored completely. If `false`, the attack stops at the first prime. Default
       * `true`.
       */
      readonly allPrimes?: boolean | undefined;
      /** How many curves to try at most for each prime. Default: eight times the expected number. */
      readonly mostCurves?: number | undefined;
    };
    readonly outcome: Outcome<
      FoundPrimes,
      {
        /** How many curves were tried. */
        readonly curves: number;
        /** How many multiplications modulo N and its factors that took. */
        readonly multiplications: number;
        /** The bounds for the requested prime length. */
        readonly bounds: {
          /** B1: the first stage multiplies by all prime powers up to it. */
          readonly first: number;
          /** B2: the order of the group may have one more prime up to it. */
          readonly second: number;
          /** The mean number of curves until one finds a prime of the length that the bounds are for. */
          readonly expectedCurves: number;
        };
        /** What longer keys would take. */
        readonly estimates: readonly CurveEstimate[];
      }
    >;
    readonly demonstrationOptions: {
      /** A multi-prime key of this library, or a key with one short prime and two long ones. Default `multi-prime`. */
      readonly shape?: "multi-prime" | "one-short-prime" | undefined;
      /** n. The default is for eight primes of 64 bits each. From 128 to 16,384 bits. Default 512. */
      readonly modulusLength?: number | undefined;
      /** r, for the shape `multi-prime`. From 2 to 8. Default 8. */
      readonly primes?: number | undefined;
      /** The length of the short prime in bits, for the shape `one-short-prime`. From 32 to 100 bits. Default 48. */
      readonly primeLength?: number | undefined;
    };
    readonly demonstration: DemonstrationOf<
      PublicKeyNumbers,
      {
        /**
         * The length in bits of the primes to look for. The attack finds shorter ones as well, and longer ones seldom.
         */
        readonly primeLength: number;
        /** How many primes of about this length N has; affects only the expected number of curves. */
        readonly primes: number;
        /** Whether to continue until N is factored completely. If `false`, the attack stops at the first prime. */
        readonly allPrimes: boolean;
      },
      object
    >;
  };
}

/** The descriptions of the attacks, cheapest first. */
export const descriptions = [
  {
    name: "small-crt-exponents",
    title: "Small lattice attack on short CRT exponents and a short e",
    breaks: "Keys of two primes whose CRT exponents have at most 0.4·(n − |e|) bits, or n/2 − ⅔·|e| if |e|, the length of e, is below 3n/8 bits. Schemes A and B as published are such keys.",
    needs: "The public key.",
    cost: "One lattice reduction in dimension 3, or two in dimensions 2 and 5 if e has fewer than 3n/8 bits: a second at most.",
    defense: "Use CRT exponents above that limit, with at least twice as many bits as the strength you need.",
    source: {
      authors: "Daniel Bleichenbacher, Alexander May",
      title: "New Attacks on RSA with Small Secret CRT-Exponents",
      publishedIn: "PKC 2006, LNCS 3958",
      year: 2006,
    },
    targets: [{ key: "public", fields: [] }],
    options: [
      { kind: "number", name: "crtExponentLength", title: "Length to look for", unit: "bits", least: 16, most: 8192 },
    ],
    demonstrationOptions: [
      {
        kind: "choice",
        name: "variant",
        title: "Variant",
        choices: [{ value: "scheme-b", title: "Scheme B" }, { value: "scheme-a", title: "Scheme A" }],
        default: "scheme-b",
      },
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 128,
        most: 16384,
        default: 1024,
      },
      {
        kind: "number",
        name: "crtExponentLength",
        title: "CRT exponent length w",
        unit: "bits",
        least: 16,
        most: 8191,
      },
    ],
    figures: [
      { name: "longestCrtExponent", text: "works here for w up to {} bits" },
      { name: "swaps", text: "{} lattice swaps", one: "{} lattice swap" },
    ],
  },
  {
    name: "small-private-exponent",
    title: "Wiener's attack on a short private exponent",
    breaks: "Keys of two primes with d below N^(1/4)/3. Equal CRT exponents that are as short amount to the same.",
    needs: "The public key.",
    cost: "A continued fraction of n/4 bits: milliseconds.",
    defense: "Do not use a short d. If CRT exponents are short, make them different.",
    source: {
      authors: "Michael J. Wiener",
      title: "Cryptanalysis of Short RSA Secret Exponents",
      publishedIn: "IEEE Transactions on Information Theory 36(3)",
      year: 1990,
    },
    targets: [{ key: "public", fields: [] }],
    options: [],
    demonstrationOptions: [
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 128,
        most: 16384,
        default: 1024,
      },
      {
        kind: "choice",
        name: "short",
        title: "What is short",
        choices: [{ value: "private-exponent", title: "d" }, { value: "equal-crt-exponents", title: "d_p = d_q" }],
        default: "private-exponent",
      },
      {
        kind: "number",
        name: "exponentLength",
        title: "Length of the short exponent",
        unit: "bits",
        least: 16,
        most: 8192,
      },
    ],
    figures: [{ name: "convergents", text: "{} convergents", one: "{} convergent" }],
  },
  {
    name: "common-modulus",
    title: "Several exponents on one modulus",
    breaks: "Batch keys and other keys with a common modulus: any unpadded message that is encrypted under two coprime exponents, and every key if the exponents have several owners.",
    needs: "Two ciphertexts of the same message, or one private exponent (J. M. DeLaurentis, Cryptologia 8(3), 1984).",
    cost: "Two modular powers with exponents as long as e: less than a second.",
    defense: "Use randomized padding such as OAEP, and keep all exponents of a modulus with one owner.",
    source: {
      authors: "Gustavus J. Simmons",
      title: "A “Weak” Privacy Protocol Using the RSA Crypto Algorithm",
      publishedIn: "Cryptologia 7(2)",
      year: 1983,
    },
    targets: [
      {
        key: "public",
        fields: [
          {
            kind: "natural",
            name: "secondPublicExponent",
            title: "another e",
            text: "as an outsider: another public exponent of this modulus",
          },
          {
            kind: "naturals",
            name: "ciphertexts",
            title: "ciphertexts",
            text: "the ciphertexts of one unpadded message, with the key's exponent and with the second one",
            items: 2,
          },
        ],
      },
      {
        key: "private",
        fields: [
          {
            kind: "naturals",
            name: "publicExponents",
            title: "every e",
            text: "as an owner, with a private key as --key: the other public exponents of this modulus",
          },
        ],
      },
    ],
    options: [],
    demonstrationOptions: [
      {
        kind: "choice",
        name: "attacker",
        title: "Who attacks",
        choices: [
          { value: "outsider", title: "Anyone with two ciphertexts" },
          { value: "owner", title: "An owner with one private exponent" },
        ],
        default: "outsider",
      },
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 128,
        most: 16384,
        default: 1024,
      },
      {
        kind: "number",
        name: "batchSize",
        title: "Public exponents",
        unit: "exponents",
        least: 2,
        most: 8,
        default: 4,
      },
    ],
    figures: [],
  },
  {
    name: "fault",
    title: "Fault attack: one wrong signature",
    breaks: "Every key whose private operation uses the Chinese remainder theorem, as soon as it releases a result that is wrong modulo one prime but right modulo another.",
    needs: "The wrong result, and the number that was signed or decrypted. A padding with a random salt, such as PSS, hides that number.",
    cost: "One public operation and a greatest common divisor (gcd).",
    defense: "Check results before releasing them, as this library does by default. With a long e, that check does not see a d_p that was wrong before the key was prepared, so also import keys with checks.",
    source: {
      authors: "Dan Boneh, Richard A. DeMillo, Richard J. Lipton",
      title: "On the Importance of Checking Cryptographic Protocols for Faults",
      publishedIn: "Eurocrypt 1997, LNCS 1233 (with one signature: A. K. Lenstra, 1996)",
      year: 1997,
    },
    acceptsKeyParams: true,
    targets: [
      {
        key: "public",
        fields: [
          {
            kind: "natural",
            name: "message",
            title: "number signed",
            text: "the number that was signed; with padding, the padded hash",
          },
          { kind: "natural", name: "signature", title: "signature", text: "the faulty signature, as a number" },
        ],
      },
    ],
    options: [],
    demonstrationOptions: [
      {
        kind: "choice",
        name: "variant",
        title: "Variant",
        choices: [
          { value: "crt", title: "CRT" },
          { value: "multi-prime", title: "Multi-prime" },
          { value: "multi-power", title: "Multi-power" },
          { value: "rebalanced", title: "Rebalanced" },
          { value: "r-prime", title: "R-Prime" },
          { value: "scheme-a", title: "Scheme A" },
          { value: "scheme-b", title: "Scheme B" },
          { value: "tunable", title: "Tunable" },
          { value: "batch", title: "Batch" },
        ],
        default: "crt",
      },
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 128,
        most: 16384,
        default: 1024,
      },
      {
        kind: "choice",
        name: "place",
        title: "Where a bit flips",
        choices: [
          { value: "crt-exponent", title: "d_p" },
          { value: "crt-coefficient", title: "The first CRT coefficient" },
        ],
        default: "crt-exponent",
      },
    ],
    figures: [],
  },
  {
    name: "unbalanced-chosen-ciphertext",
    title: "Chosen ciphertexts for an unbalanced key",
    breaks: "Unbalanced keys on a device that answers for messages above the short prime, or for every message below it.",
    needs: "The public key, and a device that decrypts what the attacker has encrypted, or shows that it cannot.",
    cost: "One ciphertext if the device checks nothing, otherwise one for each bit of the short prime.",
    defense: "Answer only for messages below a public bound, and check every answer by encrypting it again, as this library always does.",
    source: {
      authors: "Henri Gilbert, Dipankar Gupta, Andrew Odlyzko, Jean-Jacques Quisquater",
      title: "Attacks on Shamir's 'RSA for paranoids'",
      publishedIn: "Information Processing Letters 68, pages 197–199",
      year: 1998,
    },
    targets: [
      {
        key: "public",
        fields: [
          {
            kind: "naturals",
            name: "messages",
            title: "messages",
            text: "the messages whose ciphertexts were answered",
          },
          { kind: "naturals", name: "answers", title: "answers", text: "the answers, in the same order" },
          { kind: "naturals", name: "refused", title: "refused", text: "the messages whose ciphertexts were refused" },
        ],
      },
    ],
    options: [],
    demonstrationOptions: [
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 128,
        most: 16384,
        default: 1024,
      },
      { kind: "number", name: "primeLength", title: "Length of the short prime", unit: "bits", least: 64, most: 8191 },
      {
        kind: "choice",
        name: "device",
        title: "What the device checks",
        choices: [
          { value: "unchecked", title: "Nothing" },
          { value: "encrypts-again", title: "Encrypts the answer again" },
          { value: "library", title: "The same as this library" },
        ],
        default: "unchecked",
      },
    ],
    figures: [{ name: "questions", text: "{} ciphertexts", one: "{} ciphertext" }],
  },
  {
    name: "partial-exposure",
    title: "Known bits of both CRT exponents",
    breaks: "Keys of two primes with an e shorter than N, once some bits of d_p and d_q are known. At n = 1024 with an e of 384 bits, the highest 84 or the lowest 132 of 280 bits are enough. Keys with an e as long as N need the larger lattices of the papers.",
    needs: "The public key, and the lowest or highest bits of both CRT exponents, such as a side channel reveals.",
    cost: "Lattices of dimension 5 at most: less than a second at 1024 bits, or seconds if it takes another lattice to complete a prime.",
    defense: "Let no bit of a private key leak: use blinding and constant-time code, and wipe keys. An e as long as N helps too.",
    source: {
      authors: "Alexander May, Julian Nowakowski, Santanu Sarkar",
      title: "Partial Key Exposure Attack on Short Secret Exponent CRT-RSA (these smaller lattices are derived here)",
      publishedIn: "Asiacrypt 2021",
      year: 2021,
    },
    targets: [
      {
        key: "public",
        fields: [
          {
            kind: "choice",
            name: "end",
            title: "known bits",
            text: "which bits are known",
            choices: [{ value: "low", title: "Lowest" }, { value: "high", title: "Highest" }],
          },
          {
            kind: "count",
            name: "knownBits",
            title: "bits known of each",
            text: "how many bits of each CRT exponent are known",
            unit: "bits",
          },
          {
            kind: "count",
            name: "crtExponentLength",
            title: "w",
            text: "w, the length of the CRT exponents",
            unit: "bits",
          },
          {
            kind: "naturals",
            name: "crtExponentParts",
            title: "of the CRT exponents",
            text: "the known bits of both as numbers, in any order",
            items: 2,
          },
        ],
      },
    ],
    options: [],
    demonstrationOptions: [
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 256,
        most: 4096,
        default: 1024,
      },
      { kind: "number", name: "publicExponentLength", title: "Length of e", unit: "bits", least: 16, most: 2032 },
      {
        kind: "number",
        name: "crtExponentLength",
        title: "CRT exponent length w",
        unit: "bits",
        least: 24,
        most: 2048,
      },
      {
        kind: "choice",
        name: "end",
        title: "Known bits",
        choices: [{ value: "low", title: "Lowest" }, { value: "high", title: "Highest" }],
        default: "low",
      },
      { kind: "number", name: "knownBits", title: "Number of known bits", unit: "bits", least: 0, most: 2048 },
    ],
    figures: [
      { name: "knownBits", text: "{} bits of each CRT exponent known", one: "{} bit of each CRT exponent known" },
      { name: "knownBitsNeeded", text: "{} needed" },
      { name: "swaps", text: "{} lattice swaps", one: "{} lattice swap" },
    ],
  },
  {
    name: "several-crt-exponents",
    title: "Small lattice attack on short CRT exponents of three primes and a short e",
    breaks: "Keys of three primes whose CRT exponents have fewer than 8/27·n − 2/3·|e| bits, with an e of |e| = n/5 to n/3 bits (a heuristic limit): imported R-Prime keys. Keys made by this library have an e as long as N, which is out of reach.",
    needs: "The public key.",
    cost: "Two lattices of small dimension, and factoring a number of about 200 bits: seconds.",
    defense: "Use an e of at least n/2 bits. Keys made by this library have an e of n bits.",
    source: {
      authors: "M. Jason Hinek",
      title: "On the Security of Multi-prime RSA (small CRT exponents; this lattice is derived here)",
      publishedIn: "Technical report CACR 2006-16, University of Waterloo",
      year: 2006,
    },
    acceptsSeed: true,
    targets: [{ key: "public", fields: [] }],
    options: [
      { kind: "number", name: "crtExponentLength", title: "Length to look for", unit: "bits", least: 16, most: 5461 },
    ],
    demonstrationOptions: [
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 384,
        most: 4096,
        default: 2048,
      },
      { kind: "number", name: "publicExponentLength", title: "Length of e", unit: "bits", least: 64, most: 1349 },
      {
        kind: "number",
        name: "crtExponentLength",
        title: "CRT exponent length w",
        unit: "bits",
        least: 16,
        most: 1365,
      },
    ],
    figures: [
      { name: "longestCrtExponent", text: "works here for w up to {} bits" },
      { name: "swaps", text: "{} lattice swaps", one: "{} lattice swap" },
    ],
  },
  {
    name: "debian-seed",
    title: "Debian’s OpenSSL of 2006 to 2008",
    breaks: "Keys that OpenSSL made on Debian, Ubuntu and their relatives with versions 0.9.8c-1 to 0.9.8g-8 (CVE-2008-0166): only the process id varied.",
    needs: "The public key.",
    cost: "At n = 2048, seconds for a weak key and two minutes for another one, for each of twelve kinds of processor and program.",
    defense: "Replace keys from those years. Seed generators from the operating system.",
    source: {
      authors: "Scott Yilek, Eric Rescorla, Hovav Shacham, Brandon Enright, Stefan Savage",
      title: "When Private Keys Are Public: Results from the 2008 Debian OpenSSL Vulnerability",
      publishedIn: "IMC 2009",
      year: 2009,
    },
    targets: [{ key: "public", fields: [] }],
    options: [
      {
        kind: "choice",
        name: "architecture",
        title: "Processor",
        choices: [
          { value: "any", title: "Any" },
          { value: "little-endian-32", title: "i386" },
          { value: "little-endian-64", title: "amd64" },
          { value: "big-endian-32", title: "PowerPC, SPARC, HPPA" },
        ],
        default: "any",
      },
      {
        kind: "choice",
        name: "program",
        title: "Program",
        choices: [
          { value: "any", title: "Any" },
          { value: "ssh-keygen", title: "ssh-keygen" },
          { value: "openssl-seed-file", title: "openssl, with ~/.rnd" },
          { value: "openssl-no-seed-file", title: "openssl, without ~/.rnd" },
          { value: "openssl-unread-seed-file", title: "openssl, ~/.rnd not readable" },
        ],
        default: "any",
      },
      {
        kind: "number",
        name: "firstProcess",
        title: "First process id",
        unit: "processes",
        least: 0,
        most: 32767,
        default: 0,
      },
      { kind: "number", name: "processes", title: "Processes to try", unit: "processes", least: 1, most: 32768 },
    ],
    demonstrationOptions: [
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 512,
        most: 16384,
        default: 1024,
      },
      {
        kind: "choice",
        name: "architecture",
        title: "Processor",
        choices: [
          { value: "little-endian-32", title: "i386" },
          { value: "little-endian-64", title: "amd64" },
          { value: "big-endian-32", title: "PowerPC, SPARC, HPPA" },
        ],
        default: "little-endian-32",
      },
      {
        kind: "choice",
        name: "program",
        title: "Program",
        choices: [
          { value: "ssh-keygen", title: "ssh-keygen" },
          { value: "openssl-seed-file", title: "openssl, with ~/.rnd" },
          { value: "openssl-no-seed-file", title: "openssl, without ~/.rnd" },
          { value: "openssl-unread-seed-file", title: "openssl, ~/.rnd not readable" },
        ],
        default: "ssh-keygen",
      },
    ],
    figures: [
      { name: "candidatesTried", text: "{} candidates tried", one: "{} candidate tried" },
      { name: "process", text: "process {}", unit: "id" },
      {
        name: "architecture",
        text: "{}",
        choices: [
          { value: "little-endian-32", title: "i386" },
          { value: "little-endian-64", title: "amd64" },
          { value: "big-endian-32", title: "PowerPC, SPARC, HPPA" },
        ],
      },
      {
        name: "program",
        text: "{}",
        choices: [
          { value: "ssh-keygen", title: "ssh-keygen" },
          { value: "openssl-seed-file", title: "openssl, with ~/.rnd" },
          { value: "openssl-no-seed-file", title: "openssl, without ~/.rnd" },
          { value: "openssl-unread-seed-file", title: "openssl, ~/.rnd not readable" },
        ],
      },
    ],
  },
  {
    name: "meet-in-the-middle",
    title: "Meet-in-the-middle search for a CRT exponent",
    breaks: "Rebalanced and R-Prime keys with a CRT exponent of w bits: their strength is at most w/2 bits, however long the modulus.",
    needs: "The public key, and w.",
    cost: "Time and memory of 2^(w/2), which doubles with every two bits of w.",
    defense: "Use w of at least 224 bits for a strength of 112 bits, or 256 for 128.",
    source: {
      authors: "Guopei Qiao, Kwok-Yan Lam",
      title: "RSA Signature Algorithm for Microcontroller Implementation",
      publishedIn: "CARDIS 1998, LNCS 1820",
      year: 2000,
    },
    acceptsSeed: true,
    targets: [{ key: "public", fields: [] }],
    options: [
      {
        kind: "number",
        name: "crtExponentLength",
        title: "CRT exponent length w",
        unit: "bits",
        least: 16,
        most: 36,
        default: 32,
      },
    ],
    demonstrationOptions: [
      {
        kind: "choice",
        name: "variant",
        title: "Variant",
        choices: [{ value: "rebalanced", title: "Rebalanced" }, { value: "r-prime", title: "R-Prime" }],
        default: "rebalanced",
      },
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 128,
        most: 16384,
        default: 512,
      },
      {
        kind: "number",
        name: "primes",
        title: "Primes r (only R-Prime)",
        unit: "primes",
        least: 3,
        most: 8,
        only: { option: "variant", value: "r-prime" },
      },
      {
        kind: "number",
        name: "crtExponentLength",
        title: "CRT exponent length w",
        unit: "bits",
        least: 16,
        most: 36,
        default: 32,
      },
    ],
    figures: [
      { name: "babySteps", text: "{} baby steps", one: "{} baby step" },
      { name: "giantSteps", text: "{} giant steps", one: "{} giant step" },
      { name: "memory", text: "{} of memory", unit: "bytes" },
    ],
    estimates: [
      { name: "crtExponentLength", title: "w, bits" },
      { name: "seconds", title: "time", unit: "seconds" },
      { name: "memory", title: "memory", unit: "bytes" },
    ],
  },
  {
    name: "class-group",
    title: "Class group method for repeated primes",
    breaks: "Multi-power keys, N = p^(r−s)·q^s, with a short square-free part: p or q for odd r, p·q for even r. The length of p hardly matters.",
    needs: "The modulus and r.",
    cost: "Sub-exponential in the length of the square-free part, like elliptic curves for a prime half as long.",
    defense: "Use a modulus of at least 2488 bits with r = 4, or 3072 bits with r = 3.",
    source: {
      authors: "Erik Mulder",
      title: "Fast square-free decomposition of integers using class groups",
      publishedIn: "arXiv:2308.06130",
      year: 2023,
    },
    acceptsSeed: true,
    targets: [{ key: "public", fields: [] }],
    options: [
      { kind: "number", name: "primes", title: "Primes r", unit: "primes", least: 3, most: 8, default: 3 },
      {
        kind: "number",
        name: "mostMultipliers",
        title: "Maximum multiples of N",
        unit: "multipliers",
        least: 1,
        most: 4294967295,
      },
    ],
    demonstrationOptions: [
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 192,
        most: 1344,
        default: 256,
      },
      { kind: "number", name: "primes", title: "Primes r", unit: "primes", least: 3, most: 8, default: 3 },
    ],
    figures: [
      { name: "multipliers", text: "{} multipliers k", one: "{} multiplier k" },
      { name: "products", text: "{} products of forms", one: "{} product of forms" },
      { name: "multiplier", text: "k = {} succeeded" },
    ],
    estimates: [
      { name: "modulusLength", title: "n" },
      { name: "primes", title: "r" },
      { name: "squareFreeLength", title: "square-free part", unit: "bits" },
      { name: "seconds", title: "time", unit: "seconds" },
    ],
  },
  {
    name: "elliptic-curve",
    title: "Elliptic curve method for short primes",
    breaks: "Keys with short primes, however long the modulus: multi-prime and multi-power keys with too many primes.",
    needs: "The modulus.",
    cost: "Sub-exponential in the length of the shortest prime.",
    defense: "Use primes so long that the number field sieve is faster: at most r = 3 at 2048 and 4096 bits.",
    source: {
      authors: "Hendrik W. Lenstra Jr.",
      title: "Factoring Integers with Elliptic Curves",
      publishedIn: "Annals of Mathematics 126(3), pages 649–673",
      year: 1987,
    },
    acceptsSeed: true,
    targets: [{ key: "public", fields: [] }],
    options: [
      {
        kind: "number",
        name: "primeLength",
        title: "Length of a prime",
        unit: "bits",
        least: 32,
        most: 100,
        default: 80,
      },
      {
        kind: "number",
        name: "primes",
        title: "Number of primes of this length",
        unit: "primes",
        least: 1,
        most: 8,
        default: 1,
      },
      { kind: "switch", name: "allPrimes", title: "Find all primes", default: true },
      {
        kind: "number",
        name: "mostCurves",
        title: "Maximum curves for each prime",
        unit: "curves",
        least: 1,
        most: 4294967295,
      },
    ],
    demonstrationOptions: [
      {
        kind: "choice",
        name: "shape",
        title: "Shape of the key",
        choices: [
          { value: "multi-prime", title: "Multi-prime" },
          { value: "one-short-prime", title: "One short prime" },
        ],
        default: "multi-prime",
      },
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 128,
        most: 16384,
        default: 512,
      },
      {
        kind: "number",
        name: "primes",
        title: "Primes r",
        unit: "primes",
        least: 2,
        most: 8,
        default: 8,
        only: { option: "shape", value: "multi-prime" },
      },
      {
        kind: "number",
        name: "primeLength",
        title: "Length of a prime",
        unit: "bits",
        least: 32,
        most: 100,
        default: 48,
        only: { option: "shape", value: "one-short-prime" },
      },
    ],
    figures: [
      { name: "curves", text: "{} curves", one: "{} curve" },
      { name: "multiplications", text: "{} multiplications", one: "{} multiplication" },
    ],
    estimates: [
      { name: "modulusLength", title: "n" },
      { name: "primes", title: "primes" },
      { name: "primeLength", title: "length of each", unit: "bits" },
      { name: "seconds", title: "time for one of them", unit: "seconds" },
    ],
  },
] as const;
