// Anonymous tokens: node tokens.mjs. The issuer gives each client three tokens a week, and cannot see later who uses one.
import { load } from "rsa-variants/blind";

const blind = await load();
const modulusLength = Number(process.env.MODULUS_LENGTH ?? 2048);
/** Knows its clients, but not their tokens. */
class Issuer {
  #key = blind.issuerKey(blind.generateKey({ modulusLength }));
  #left = new Map();
  #used = new Set();
  publicKey = this.#key.publicKey;

  /** Everyone's tokens of a week are bound to the same metadata. */
  suite(week) {
    return blind.suite("RSAPBSSA-SHA384-PSS-Randomized", new TextEncoder().encode(`week ${week}`));
  }

  issue(client, week, requests) {
    const left = this.#left.get(`${client} ${week}`) ?? 3;
    if (requests.length > left) throw new Error(`${client} has only ${left} tokens left in week ${week}`);
    this.#left.set(`${client} ${week}`, left - requests.length);
    return requests.map((request) => this.suite(week).blindSign(this.#key, request));
  }

  redeem(week, { message, signature }) {
    const name = Buffer.from(message).toString("hex");
    if (!this.suite(week).verify(this.publicKey, signature, message)) return "refused: not a token of this week";
    if (this.#used.has(name)) return "refused: used before";
    this.#used.add(name);
    return "accepted";
  }
}

/** What runs on the client's machine; only the requests leave it. */
function tokensFor(client, week, issuer, count) {
  const suite = issuer.suite(week);
  const messages = Array.from({ length: count }, () => suite.prepare(crypto.getRandomValues(new Uint8Array(32))));
  const requests = suite.blindMany(issuer.publicKey, messages);
  const answers = issuer.issue(
    client,
    week,
    requests.map(({ blindedMessage }) => blindedMessage),
  );
  return messages.map((message, at) => {
    const signature = suite.finalize(issuer.publicKey, message, answers[at], requests[at].inverse);
    return { message, signature };
  });
}

const issuer = new Issuer();
const [first] = tokensFor("alice", 12, issuer, 3);
console.log("first use:", issuer.redeem(12, first)); // accepted
console.log("second use:", issuer.redeem(12, first)); // refused: used before
console.log("next week:", issuer.redeem(13, first)); // refused: not a token of this week
try {
  tokensFor("alice", 12, issuer, 1);
} catch (error) {
  console.log(error.message); // alice has only 0 tokens left in week 12
}
