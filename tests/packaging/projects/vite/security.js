// A page with verdicts, and with ?attack an attack; without ?load or ?attack it only imports.
import { load } from "rsa-variants/security";
import { report } from "./report.js";

async function run() {
  const query = new URLSearchParams(location.search);
  if (query.has("attack")) {
    const security = await load();
    const { target } = await security.demonstration("fault", { modulusLength: 256 });
    return { found: (await security.runAttack("fault", target)).found };
  }
  if (!query.has("load")) return {};
  const { verdict, decisive } = (await load()).assess({
    variant: "scheme-b",
    modulusLength: 1024,
    crtExponentLength: 198,
  });
  return { verdict, decisive: decisive.method };
}

report(run());
