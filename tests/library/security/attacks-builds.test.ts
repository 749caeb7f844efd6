// @module-tag platform
// The two builds of the attacks: which one is fetched, and that both find the same.
import { load as loadMain } from "rsa-variants";
import { connect, load } from "rsa-variants/security";
import { expect, it } from "vitest";
import { expectRejected, seedOf } from "../support.ts";

it("asks for the build of the attacks that suits the platform", async () => {
  const asked: string[] = [];
  const attacksSource = (build: string) => {
    asked.push(build);
    return Promise.reject(new Error("only asking"));
  };
  await using workers = await connect({ workers: 1, attacksSource });
  await expectRejected(workers.demonstration("fault"), "load-failed", "only asking");
  expect(asked).toEqual([(await loadMain()).build]);
});

it("finds a short prime on the same curve with each build", async () => {
  const security = await load();
  const options = { shape: "one-short-prime", modulusLength: 512, primeLength: 40, seed: seedOf(75) } as const;
  const { target, options: suitable, secret } = await security.demonstration("elliptic-curve", options);
  const outcome = await security.runAttack("elliptic-curve", target, { ...suitable, seed: seedOf(76) });
  expect(outcome).toMatchObject({ found: true, primes: secret.primes.slice(0, 1) });
  expect([outcome.curves, outcome.multiplications]).toEqual([4, 62_268]);
});
