import { load } from "rsa-variants/inline";

load().then(
  (rsa) => {
    document.title = JSON.stringify({ build: rsa.build, answer: String(rsa.modPow(3n, 5n, 101n)) });
  },
  (error) => {
    document.title = JSON.stringify({ code: error.code });
  },
);
