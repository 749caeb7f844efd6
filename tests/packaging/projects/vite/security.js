// A page with verdicts alone; without ?load it only imports.
import { load } from "rsa-variants/security";

async function run() {
  if (!new URLSearchParams(location.search).has("load")) return {};
  const { verdict, decisive } = (await load()).assess({
    variant: "scheme-b",
    modulusLength: 1024,
    crtExponentLength: 198,
  });
  return { verdict, decisive: decisive.method };
}

run().then(
  (result) => {
    document.title = JSON.stringify(result);
  },
  (error) => {
    document.title = JSON.stringify({ code: error.code });
  },
);
