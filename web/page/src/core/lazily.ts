/**
 * Loads a module once, however often the function returned is called. After a failure, the next call tries again: the browser
 * may be online again.
 */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let pending: Promise<Module> | undefined;
  return () => {
    pending ??= load().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}
