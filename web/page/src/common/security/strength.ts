import type { Finding } from "rsa-variants/security";

/** The strength of a finding in words. */
export function strengthText({ strength, strengthRange }: Pick<Finding, "strength" | "strengthRange">): string {
  if (strengthRange !== undefined) return `${strengthRange[0]} to ${strengthRange[1]} bits`;
  return strength === 0 ? "polynomial time" : `${strength} bits`;
}
