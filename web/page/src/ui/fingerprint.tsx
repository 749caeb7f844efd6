/** Groups of four digits are easy to compare, and break into lines. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/.{4}(?=.)/g, "$& ");
}

/** A fingerprint in hexadecimal, to read. */
export function Fingerprint({ of }: { readonly of: string }) {
  return <code>{groupedFingerprint(of)}</code>;
}
