import { load } from "rsa-variants/inline";

load().then(
  (rsa) => {
    document.title = JSON.stringify({ answer: String(rsa.modPow(3n, 5n, 101n)) });
  },
  (error) => {
    document.title = `failed: ${error.code} ${error.message}`;
  },
);
