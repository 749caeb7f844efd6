import type { JSX } from "preact";

/** How the figures are measured, and what they are. */
export function MethodsText(): JSX.Element {
  return (
    <>
      <p>
        A worker makes a key for each variant and warms up the code. It then measures all operations in turns, so that a
        slow moment of the machine affects every variant alike. A speed-up is the quotient of two times. Fast operations
        are repeated until a sample lasts at least a hundred steps of the timer. After each sample, the worker compares
        every result with the message.
      </p>
      <p>
        Of every five samples, one is shorter than the time shown. Other work on the machine only adds time, so this
        tells more than the median does how long an operation takes by itself. The range is its 95 % interval from order
        statistics, or that of all samples if there are fewer than six. Times to make a key are medians, because the
        search for primes is random.
      </p>
      <p>
        The operations are bare: without padding and guards, as in the papers. For every variant except plain RSA, the
        worker also measures decryption with both guards, as the library runs by default. Such samples contain whole
        periods of blinding, so they are long, and there are fewer of them.
      </p>
    </>
  );
}
