import type { TracedOperation } from "rsa-variants/xrsa";

/** The sign of an operation of the unit; a load and a fetch have none. */
export const signs = { add: "⊕", subtract: "⊖", multiply: "⊗" } as const;

/** What an operation does, in one sentence. */
export function explain(operation: TracedOperation): string {
  const { operation: kind, operands, result } = operation;
  const place = result.slot === undefined ? "" : `, place ${result.slot}`;
  switch (kind) {
    case "load":
      return `${result.name} goes from the controller into the unit’s RAM${place}.`;
    case "fetch":
      return `${result.name} comes out of the unit’s RAM to the controller.`;
    case "add": {
      const shifted = operands.find(({ name }) => name.endsWith("₁·R"));
      if (shifted !== undefined) {
        return `${shifted.name} stood for ${shifted.name.replace("·R", "")} in the Montgomery domain; read as an integer, it is what the next digit is added to (equation 2).`;
      }
      if (operands.some(({ name }) => name === "0")) {
        return `⊕ 0 takes ${operation.modulus?.name ?? ""} off once where the number is not below it: ${operation.modulus?.name ?? ""} is as long as the operands, so that once is enough.`;
      }
      return `Sum modulo ${operation.modulus?.name ?? ""}: both numbers are in the same domain, and so is the sum.`;
    }
    case "subtract":
      return `Difference modulo ${operation.modulus?.name ?? ""}: both numbers are in the same domain, and so is the difference.`;
    default:
      return explainProduct(operands, operation.modulus?.name ?? "");
  }
}

function explainProduct(operands: TracedOperation["operands"], modulus: string): string {
  const domains = operands.map(({ domain }) => domain);
  if (modulus === "R − 1")
    return "Modulo R − 1, R⁻¹ is 1: the bare product of two halves, which is shorter than the unit.";
  if (domains.includes("r-squared")) {
    return "⊗ R² leads into the Montgomery domain: a·R²·R⁻¹ = a·R.";
  }
  if (domains.every((domain) => domain === "montgomery")) {
    const same = operands[0]?.name === operands[1]?.name;
    return `${same ? "A square" : "A product"} within the Montgomery domain: a·R · b·R · R⁻¹ = (a·b)·R.`;
  }
  if (operands.some(({ name, domain }) => name === "1" && domain === "integer")) {
    return "⊗ 1 leads back to the integer domain: a·R · 1 · R⁻¹ = a.";
  }
  return "A number of each domain: a·R · b · R⁻¹ = a·b, a product in the integer domain.";
}
