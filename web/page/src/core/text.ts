/** A message as a sentence begins. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message as a whole sentence; browsers end theirs with a full stop, the library does not. */
export function sentence(text: string): string {
  return capitalised(text.endsWith(".") ? text : `${text}.`);
}
