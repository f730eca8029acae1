/** Runs an action when it is requested, but not too often; requests meanwhile become one. */
export class Throttle {
  private last = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  /**
   * @param delayMs time from a request to the action
   * @param intervalMs least time between two actions
   */
  constructor(
    private readonly action: () => void,
    private readonly delayMs: number,
    private readonly intervalMs: number,
  ) {}

  request(): void {
    if (this.isStopped || this.timer !== undefined) return;
    const wait = Math.max(this.delayMs, this.last + this.intervalMs - performance.now());
    if (wait <= 0) this.run();
    else this.timer = setTimeout(() => this.run(), wait);
  }

  /** Stops it for good; later requests have no effect. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.action();
  }
}
