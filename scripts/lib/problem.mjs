/** A failure that one line explains, with the remedy where there is one. */
export class Problem extends Error {}

/** Runs a script's main function; a Problem is one line, anything else a defect with its stack. */
export async function main(run) {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Problem ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}
