/** Gives the user a file that the page made. */
export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address while it handles the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
