import type { Finding } from "rsa-variants/security";

/** The strength of a finding in words. */
export function strengthText({
  strength,
  strengthRange,
  reach,
}: Pick<Finding, "strength" | "strengthRange" | "reach">): string {
  if (strengthRange !== undefined) return `${strengthRange[0]} to ${strengthRange[1]} bits`;
  return `${strength} bits${strength === 0 && reach === "theory" ? " in theory" : ""}`;
}
