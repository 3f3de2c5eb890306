import type { Answered } from '../http/requestLog.ts';

/** Upper bounds in seconds; slower requests are only in the total. */
const limits = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Figure = { labels: string; counts: number[]; all: number; seconds: number };

/** Counts requests and their durations by route and status. Counting costs one lookup; the text is generated on demand. */
export class RequestFigures {
  readonly #figures = new Map<string, Figure>();

  count({ method, route, status, ms }: Answered): void {
    const key = `${method} ${status} ${route}`;
    let figure = this.#figures.get(key);
    if (!figure) {
      figure = { labels: labelsOf({ method, route, status }), counts: limits.map(() => 0), all: 0, seconds: 0 };
      this.#figures.set(key, figure);
    }
    const seconds = ms / 1000;
    const at = limits.findIndex((limit) => seconds <= limit);
    if (at >= 0) figure.counts[at] = (figure.counts[at] ?? 0) + 1;
    figure.all++;
    figure.seconds += seconds;
  }

  /** The Prometheus text format. */
  toText(): string {
    const name = 'http_request_duration_seconds';
    const lines = [`# HELP ${name} Answered requests by method, route and status.`, `# TYPE ${name} histogram`];
    for (const { labels, counts, all, seconds } of this.#figures.values()) {
      let sum = 0;
      for (const [at, limit] of limits.entries()) {
        sum += counts[at] ?? 0;
        lines.push(`${name}_bucket{${labels},le="${limit}"} ${sum}`);
      }
      lines.push(`${name}_bucket{${labels},le="+Inf"} ${all}`, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${all}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function labelsOf({ method, route, status }: Omit<Answered, 'ms'>): string {
  return `method="${method}",route="${route.replace(/["\\\n]/g, '_')}",status="${status}"`;
}
