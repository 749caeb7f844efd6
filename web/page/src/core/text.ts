/** A message with a capital first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message as a whole sentence. Browsers end theirs with a full stop, the library does not. */
export function sentence(text: string): string {
  return capitalized(text.endsWith(".") ? text : `${text}.`);
}
