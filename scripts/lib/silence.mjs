/** Notices when somebody who should report now and then has not done so for too long. */
export class Silence {
  /** Rejects when the silence lasted too long. */
  tooLong;
  #milliseconds;
  #reject;
  #timer;

  /** @param {number} milliseconds how long is too long */
  constructor(milliseconds) {
    this.#milliseconds = milliseconds;
    this.tooLong = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.broken();
  }

  /** There was a report: the silence begins anew. */
  broken() {
    clearTimeout(this.#timer);
    const error = new Error(`nothing was heard of it for ${this.#milliseconds / 1000} s`);
    this.#timer = setTimeout(() => this.#reject(error), this.#milliseconds);
  }

  /** Nobody listens any more. */
  end() {
    clearTimeout(this.#timer);
  }
}
