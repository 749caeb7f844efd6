// A service that signs JSON Web Tokens: node server.mjs, then curl localhost:8080/token?sub=alice
// Verify them with the public key of /jwks, for example with the package jose.
import { createServer } from "node:http";
import { connect } from "rsa-variants";

const workers = await connect(); // signatures run in worker threads, so the service keeps answering
const key = await workers.generateKey({ variant: "multi-prime", modulusLength: 2048 });
const kid = await key.fingerprint("jwk");
const jwks = { keys: [{ ...(await key.publicKey.export("jwk")), kid, use: "sig", alg: "RS256" }] };

const base64url = (data) => Buffer.from(data).toString("base64url");

async function tokenFor(sub) {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: "RS256", typ: "JWT", kid },
    { sub, iat: now, exp: now + 300 },
  ];
  const signed = parts.map((part) => base64url(JSON.stringify(part))).join(".");
  return `${signed}.${base64url(await key.sign("RS256", new TextEncoder().encode(signed)))}`;
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  response.setHeader("content-type", "application/json");
  if (pathname === "/jwks") return response.end(JSON.stringify(jwks));
  if (pathname !== "/token") return response.writeHead(404).end('{"error":"not found"}');
  try {
    response.end(JSON.stringify({ token: await tokenFor(searchParams.get("sub") ?? "nobody") }));
  } catch (error) {
    response.writeHead(500).end(JSON.stringify({ error: error.code ?? "internal" }));
  }
});
server.listen(Number(process.env.PORT ?? 8080), () => console.log(`http://localhost:${server.address().port}/token`));
process.on("SIGTERM", () => {
  server.close();
  workers.close();
});
