/** A failure that one line explains; the line also says what to do, if possible. */
export class Problem extends Error {}

/** Runs a script's main function. Prints a Problem as one line, and any other error, a defect, with its stack. */
export async function main(run) {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Problem ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}
