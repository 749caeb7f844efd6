// A route of Next that verifies webhooks: POST the body, with its signature in the header x-signature (Base64, RSA-PSS, SHA-256).
// It works on Node and at the edge; for the latter add: export const runtime = "edge";
import { load } from "rsa-variants";

/** The sender's public key: JWK, PEM, DER or an SSH key. */
const publicKey = process.env.WEBHOOK_KEY;

export async function POST(request) {
  const rsa = await load(); // loaded once, whatever the number of requests
  const signature = Buffer.from(request.headers.get("x-signature") ?? "", "base64");
  const body = await request.arrayBuffer();
  const key = await rsa.importPublicKey(publicKey);
  try {
    if (key.verify("PS256", signature, body)) return Response.json({ received: body.byteLength });
    return Response.json({ error: "the signature is not valid" }, { status: 401 });
  } finally {
    key.free();
  }
}
