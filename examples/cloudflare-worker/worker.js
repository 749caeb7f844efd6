// A Cloudflare Worker that encrypts what is posted to it for the holder of the key: npx wrangler dev
// The WebAssembly is found through the package's export condition "workerd"; nothing needs to be configured.
import { load } from "rsa-variants";

export default {
  async fetch(request, { PUBLIC_KEY }) {
    if (request.method !== "POST") return new Response("POST a secret of at most 190 bytes\n", { status: 405 });
    const rsa = await load();
    try {
      const key = await rsa.importPublicKey(PUBLIC_KEY);
      const ciphertext = key.encrypt("RSA-OAEP-256", await request.arrayBuffer());
      return new Response(ciphertext, { headers: { "content-type": "application/octet-stream" } });
    } catch (error) {
      const status = error.code === "message-too-long" ? 413 : 500;
      return Response.json({ error: error.code, message: error.message }, { status });
    }
  },
};
