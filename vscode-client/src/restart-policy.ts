/** How often a server that keeps stopping is started again. */

const MOST = 4;
const WITHIN_MS = 3 * 60_000;

export class RestartPolicy {
  private readonly crashes: number[] = [];

  constructor(
    private readonly most = MOST,
    private readonly withinMs = WITHIN_MS,
  ) {}

  /** Counts a crash at a time in milliseconds, and says whether to start the server once more. */
  crashed(now: number): boolean {
    this.crashes.push(now);
    while (this.crashes.length > 0 && now - (this.crashes[0] ?? now) > this.withinMs) {
      this.crashes.shift();
    }
    return this.crashes.length <= this.most;
  }

  /** For people: "5 times in 3 minutes". */
  get words(): string {
    return `${this.crashes.length} times in ${Math.round(this.withinMs / 60_000)} minutes`;
  }
}
