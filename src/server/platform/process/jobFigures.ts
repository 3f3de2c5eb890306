type JobOutcome = 'done' | 'failed';

/** Counts the runs of each job in this process by outcome. Prometheus uses the label `job` for the scraped target, so ours is `name`. */
export class JobFigures {
  readonly #runs = new Map<string, number>();

  /** Adds a job that has not run yet with zeros: the first increase of a counter that starts at 1 is not visible. */
  expect(job: string): void {
    this.#add(job, 'done', 0);
    this.#add(job, 'failed', 0);
  }

  count(job: string, outcome: JobOutcome): void {
    this.#add(job, outcome, 1);
  }

  #add(job: string, outcome: JobOutcome, runs: number): void {
    const labels = `name="${job}",outcome="${outcome}"`;
    this.#runs.set(labels, (this.#runs.get(labels) ?? 0) + runs);
  }

  /** The Prometheus text format. */
  toText(): string {
    const lines = ['# HELP job_runs_total Runs of jobs in this process.', '# TYPE job_runs_total counter'];
    for (const [labels, count] of this.#runs) lines.push(`job_runs_total{${labels}} ${count}`);
    return `${lines.join('\n')}\n`;
  }
}
