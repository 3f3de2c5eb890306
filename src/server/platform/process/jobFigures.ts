type JobOutcome = 'done' | 'failed';

/** How often each job ran here, and how it ended. `job` is the label by which Prometheus names who is asked, so ours is `name`. */
export class JobFigures {
  readonly #runs = new Map<string, number>();

  /** Shows a job that has not run yet with zeros: of a counter that begins at 1 nobody sees the first increase. */
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

  /** As Prometheus reads it. */
  toText(): string {
    const lines = ['# HELP job_runs_total Runs of jobs in this process.', '# TYPE job_runs_total counter'];
    for (const [labels, count] of this.#runs) lines.push(`job_runs_total{${labels}} ${count}`);
    return `${lines.join('\n')}\n`;
  }
}
