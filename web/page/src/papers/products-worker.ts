import { answerRequests } from "@rsa-variants/measure/worker-client";
import { load } from "rsa-variants/xrsa";
import { measureProducts, type Products } from "./products.ts";

export type ProductsEvent = { readonly type: "samples"; readonly products: Products } | { readonly type: "done" };

answerRequests<number, ProductsEvent>(async (length, emit) => {
  emit({ type: "samples", products: await measureProducts(await load(), length, () => performance.now()) });
});
