/** Notices when expected reports have been missing for too long. */
export class Silence {
  /** Rejects when the silence has lasted too long. */
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
    this.broken("the start");
  }

  /**
   * Call this for each report; the silence begins again.
   * @param {string} report
   */
  broken(report) {
    clearTimeout(this.#timer);
    const error = new Error(`no report for ${this.#milliseconds / 1000} s after: ${report}`);
    this.#timer = setTimeout(() => this.#reject(error), this.#milliseconds);
  }

  /** Stops waiting. */
  end() {
    clearTimeout(this.#timer);
  }
}
