import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Silence } from "../../lab/silence.mjs";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A silence of at most a second, and its error. */
function listen() {
  const silence = new Silence(1000);
  const heard = vi.fn();
  silence.tooLong.catch((error: Error) => heard(error.message));
  return { silence, heard };
}

it("is noticed when it lasts too long, counted from the last report", async () => {
  const { silence, heard } = listen();
  await vi.advanceTimersByTimeAsync(900);
  silence.broken("half of it");
  await vi.advanceTimersByTimeAsync(900);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(heard).toHaveBeenCalledExactlyOnceWith("no report for 1 s after: half of it");
});

it("is ignored after the end", async () => {
  const { silence, heard } = listen();
  silence.end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(heard).not.toHaveBeenCalled();
});
