import {
  type AttackDefinition,
  type AttackGlue,
  checkChoice,
  checkWholeNumbers,
  choice,
  type DemonstrationOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type Reporting,
  toKeyArguments,
} from "../attack.js";

/**
 * The processor for which OpenSSL was compiled, by its byte order and the bits of C's `long`: i386 is `little-endian-32`, amd64
 * is `little-endian-64`, and PowerPC, SPARC and HPPA are `big-endian-32`.
 */
export type DebianArchitecture = "little-endian-32" | "little-endian-64" | "big-endian-32";

/**
 * The program that made the key. The others are `openssl genrsa` and `openssl req`, which make other keys if there is a file
 * `~/.rnd`, if there is none, or if it cannot be read. Without the file, version 0.9.8c makes the same as if it could not be read.
 */
export type DebianProgram = "ssh-keygen" | "openssl-seed-file" | "openssl-no-seed-file" | "openssl-unread-seed-file";

/** Which process made a key. */
interface Maker {
  /** Its id, from 0 to 32,767. */
  readonly process: number;
  readonly architecture: DebianArchitecture;
  readonly program: DebianProgram;
}

/** A search, process by process, for primes that Debian's OpenSSL made between 2006 and 2008. */
export interface DebianSeed {
  readonly target: PublicKeyNumbers;
  readonly options: {
    /** Default `any`. */
    readonly architecture?: DebianArchitecture | "any" | undefined;
    /** Default `any`. */
    readonly program?: DebianProgram | "any" | undefined;
    /** The first process id to try, from 0 to 32,767. Default 0. */
    readonly firstProcess?: number | undefined;
    /** How many processes to try. Default: up to process 32,767. */
    readonly processes?: number | undefined;
  };
  readonly outcome: Outcome<
    Maker & {
      /** In the order in which they were made. */
      readonly primes: readonly bigint[];
    },
    {
      /** How many candidates for a prime were tried, of all processes. */
      readonly candidatesTried: number;
    }
  >;
  readonly demonstrationOptions: {
    /** From 512 bits. Default 1024. */
    readonly modulusLength?: number | undefined;
    /** Default `little-endian-32`. */
    readonly architecture?: DebianArchitecture | undefined;
    /** Default `ssh-keygen`. */
    readonly program?: DebianProgram | undefined;
  };
  readonly demonstration: DemonstrationOf<
    PublicKeyNumbers,
    { readonly architecture: DebianArchitecture; readonly program: DebianProgram },
    Maker
  >;
}

const processes = 32_768;

const architectures = ["little-endian-32", "little-endian-64", "big-endian-32"] as const;
const architectureTitles: Readonly<Record<DebianArchitecture, string>> = {
  "little-endian-32": "i386",
  "little-endian-64": "amd64",
  "big-endian-32": "PowerPC, SPARC, HPPA",
};
const architecture = choice("architecture", "Processor", architectures, architectureTitles);
const anyArchitecture = choice("architecture", "Processor", ["any", ...architectures], {
  any: "Any",
  ...architectureTitles,
});

const programs = ["ssh-keygen", "openssl-seed-file", "openssl-no-seed-file", "openssl-unread-seed-file"] as const;
const programTitles: Readonly<Record<DebianProgram, string>> = {
  "ssh-keygen": "ssh-keygen",
  "openssl-seed-file": "openssl, with ~/.rnd",
  "openssl-no-seed-file": "openssl, without ~/.rnd",
  "openssl-unread-seed-file": "openssl, ~/.rnd not readable",
};
const program = choice("program", "Program", programs, programTitles);
const anyProgram = choice("program", "Program", ["any", ...programs], { any: "Any", ...programTitles });

const modulusLength = numberOption("modulusLength", "Modulus length n", "bits", 512, 16384, 1024);

/** The calls of the bindings. */
export type DebianSeedGlue = AttackGlue<
  "debianSeed",
  DebianSeed,
  [architecture: string, program: string, firstProcess: number, processes: number, ...Reporting],
  [modulusLength: number, architecture: string, program: string]
>;

export const debianSeed: AttackDefinition<"debian-seed", DebianSeed, DebianSeedGlue> = {
  attack: {
    name: "debian-seed",
    title: "Debian’s OpenSSL of 2006 to 2008",
    breaks:
      "Keys that OpenSSL made on Debian, Ubuntu and their relatives with versions 0.9.8c-1 to 0.9.8g-8 (CVE-2008-0166): only the process id varied.",
    needs: "The public key.",
    cost: "At n = 2048, seconds for a weak key and two minutes for another one, for each of twelve kinds of processor and program.",
    defense: "Replace keys from those years. Seed generators from the operating system.",
    source: {
      authors: "Scott Yilek, Eric Rescorla, Hovav Shacham, Brandon Enright, Stefan Savage",
      title: "When Private Keys Are Public: Results from the 2008 Debian OpenSSL Vulnerability",
      publishedIn: "IMC 2009",
      year: 2009,
    },
    options: [
      anyArchitecture,
      anyProgram,
      numberOption("firstProcess", "First process id", "processes", 0, processes - 1, 0),
      numberOption("processes", "Processes to try", "processes", 1, processes),
    ],
    demonstrationOptions: [modulusLength, architecture, program],
  },
  optionNames: { architecture: true, program: true, firstProcess: true, processes: true },
  demonstrationNames: { modulusLength: true, architecture: true, program: true },
  run(glue, target, options, report) {
    const key = toKeyArguments(target);
    const { architecture: processor = anyArchitecture.default, program: by = anyProgram.default } = options;
    const { firstProcess = 0, processes: howMany } = options;
    checkChoice(anyArchitecture, processor);
    checkChoice(anyProgram, by);
    checkWholeNumbers({ firstProcess, processes: howMany });
    return glue.debianSeed(
      ...key,
      processor,
      by,
      firstProcess,
      howMany ?? Math.max(processes - firstProcess, 1),
      report,
    );
  },
  demonstrate(glue, options, random, report) {
    const {
      modulusLength: n = 1024,
      architecture: processor = architecture.default,
      program: by = program.default,
    } = options;
    checkWholeNumbers({ modulusLength: n });
    checkChoice(architecture, processor);
    checkChoice(program, by);
    return glue.debianSeedDemonstration(n, processor, by, random, report);
  },
};
