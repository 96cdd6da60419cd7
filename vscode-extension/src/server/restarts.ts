/** Counts how often the server ended by itself, so that one that cannot live is not started for ever. */

/** Restarts allowed within the window: one or two are an accident, five within three minutes are a fault. */
const MOST = 4;
const WINDOW_MILLISECONDS = 3 * 60 * 1000;

export class Restarts {
  private times: number[] = [];

  /** Notes an end at a time (milliseconds); whether the server may be started again. */
  allows(now: number): boolean {
    this.times = this.times.filter((time) => now - time < WINDOW_MILLISECONDS);
    this.times.push(now);
    return this.times.length <= MOST;
  }
}
