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
        tells more than the median does how long an operation takes by itself. Times to make a key are medians, because
        the search for primes is random.
      </p>
      <p>
        The 95 % intervals come from order statistics, so they hold for any shape of the noise. They need 14 samples, or
        six keys; with fewer, the page shows only the range of the samples and names no winner. The interval of a
        speed-up is the widest that the intervals of both times allow. It reaches at least 1.5 % to either side, because
        two runs on an idle machine differ by that much. A run has one key of each variant for encryption and
        decryption, so its intervals say nothing about other keys. The recorded run keeps 16 of its samples, evenly
        spaced in their order.
      </p>
      <p>
        The operations are bare: without padding and guards, as in the papers. For every variant except plain RSA, the
        worker also measures decryption with both guards, as the library runs by default. Such samples contain whole
        periods of blinding, so they are long, and there are fewer of them.
      </p>
    </>
  );
}
