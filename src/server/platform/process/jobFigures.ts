/** How often each job ran here, and how it ended. */
export class JobFigures {
  readonly #runs = new Map<string, number>();

  count(job: string, outcome: 'done' | 'failed'): void {
    const labels = `job="${job}",outcome="${outcome}"`;
    this.#runs.set(labels, (this.#runs.get(labels) ?? 0) + 1);
  }

  /** As Prometheus reads it. */
  toText(): string {
    const lines = ['# HELP job_runs_total Runs of jobs in this process.', '# TYPE job_runs_total counter'];
    for (const [labels, count] of this.#runs) lines.push(`job_runs_total{${labels}} ${count}`);
    return `${lines.join('\n')}\n`;
  }
}
