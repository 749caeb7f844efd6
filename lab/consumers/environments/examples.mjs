// @ts-check
// The programs of examples/ for hosts other than Node and browsers, as their README says to run them. tests/packaging runs the others.
import { constants, generateKeyPairSync, privateDecrypt, sign } from "node:crypto";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../scripts/lib/paths.mjs";

/** @typedef {import("../rows.mjs").Row} Row */
/** @typedef {import("../rows.mjs").Project} Project */

/** Copies an example into a project. @param {Project} project @param {string} name */
const copy = (project, name) => cp(join(root, "examples", name), project.folder, { recursive: true });

/** A sender's key, a message and its signature. */
function signed() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const message = "an order";
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const signature = sign("sha256", Buffer.from(message), { key: privateKey, padding, saltLength: 32 });
  return { pem: publicKey.export({ format: "pem", type: "spki" }).toString(), message, signature };
}

/** @param {boolean} isRight @param {unknown} got */
const answered = (isRight, got) => ({ answer: isRight ? "ok" : `wrong: ${String(got)}` });

/** @type {Row[]} */
export const rows = [
  {
    name: "Example: deno",
    async run(project) {
      await copy(project, "deno");
      const { pem, message, signature } = signed();
      await project.write({ "key.pem": pem, message, signature });
      const output = await project.exec("deno", [
        "run",
        "--allow-read",
        "verify.ts",
        "key.pem",
        "message",
        "signature",
      ]);
      return answered(output.includes("the signature is valid"), output);
    },
  },
  {
    name: "Example: cloudflare-worker",
    async run(project) {
      await copy(project, "cloudflare-worker");
      const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
      const settings = await readFile(join(project.folder, "wrangler.toml"), "utf8");
      await project.write({ "wrangler.toml": settings.replace('PUBLIC_KEY = ""', `PUBLIC_KEY = "${key}"`) });
      return project.withServer("wrangler", ["dev", "--port=0", "--ip=127.0.0.1"], async (address) => {
        const response = await fetch(address, { method: "POST", body: "a secret" });
        if (!response.ok) return answered(false, await response.text());
        const block = Buffer.from(await response.arrayBuffer());
        const secret = privateDecrypt({ key: privateKey, oaepHash: "sha256" }, block).toString();
        return answered(secret === "a secret", secret);
      });
    },
  },
  {
    name: "Example: next-route",
    async run(project) {
      await copy(project, "next-route");
      const layout = "export default ({ children }) => <html lang='en'><body>{children}</body></html>;\n";
      await project.write({ "app/layout.js": layout });
      await project.exec("next", ["build"]);
      const { pem, message, signature } = signed();
      const post = async (/** @type {string} */ address) => {
        const headers = { "x-signature": signature.toString("base64") };
        const response = await fetch(`${address}/api/verify`, { method: "POST", body: message, headers });
        const text = await response.text();
        return answered(text === `{"received":${message.length}}`, text);
      };
      const args = ["start", "--port", "0", "--hostname", "127.0.0.1"];
      return project.withServer("next", args, post, { env: { WEBHOOK_KEY: pem } });
    },
  },
];
