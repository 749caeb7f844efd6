// @ts-check
/**
 * What the comparison of `npm run bench` consists of, in order, and how long each part is measured in a browser: at least so many
 * rounds, and so many seconds. Six rounds bound a median; key generation takes more, because its times differ from key to key.
 * @type {Readonly<Record<string, { about: string, seconds: number, rounds: number }>>}
 */
export const benchParts = {
  modexp: { about: "two modular exponentiations of 512, 1024 and 2048 bits", seconds: 40, rounds: 6 },
  operations: { about: "private operations of RSA-2048, 3072 and 4096", seconds: 50, rounds: 6 },
  public: { about: "encryption with RSA-2048, 3072 and 4096", seconds: 20, rounds: 6 },
  keys: { about: "key generation, RSA-2048, and RSA-4096 in one worker and in two", seconds: 60, rounds: 40 },
  variants: { about: "every variant, 2048 and 4096 bits", seconds: 40, rounds: 6 },
  bulk: { about: "64 private operations at once, in one thread and in workers", seconds: 15, rounds: 6 },
  arithmetic: { about: "what other programs compute: powers, ballots, Paillier, blind tokens", seconds: 60, rounds: 6 },
  "safe-primes": { about: "safe primes of 1024 and 1536 bits, in one thread and in workers", seconds: 60, rounds: 40 },
  start: { about: "from loading to the first result and to the hundredth", seconds: 30, rounds: 6 },
};
