import { load } from "rsa-variants/inline";

const rsa = await load();
console.log(JSON.stringify(String(rsa.modPow(3n, 5n, 101n))));
