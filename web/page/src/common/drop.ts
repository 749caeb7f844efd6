/**
 * Lets files be dropped onto an element, which has the class `dropping` while they are above it.
 *
 * @param take gets the files
 */
export function acceptDrops(element: HTMLElement, take: (files: readonly File[]) => void): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // else the browser opens the file in the page's place
    element.classList.add("dropping");
  };
  element.addEventListener("dragenter", over);
  element.addEventListener("dragover", over);
  element.addEventListener("dragleave", (event) => {
    const inside = event.relatedTarget instanceof Node && element.contains(event.relatedTarget);
    if (!inside) element.classList.remove("dropping");
  });
  element.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    element.classList.remove("dropping");
    take([...(event.dataTransfer?.files ?? [])]);
  });
}

/** Keeps the browser from opening a file in the page's place that is dropped beside the elements that take files. */
export function refuseOtherDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
}
