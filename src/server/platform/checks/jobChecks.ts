import type { Job } from '../process/jobs.ts';
import { now } from '../process/clock.ts';
import { bad, ok, warn, type Check } from './check.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type JobRow = { name: string; createdOn: Date; lastDone: Date | null; lastEnd: 'completed' | 'failed' | null; failures: number };

/** Checks whether the scheduled jobs ran and succeeded. */
export function jobChecks(jobs: readonly Pick<Job, 'name' | 'cron'>[]): readonly Check[] {
  return [
    {
      name: 'Hintergrundarbeit',
      look: async ({ database }) => {
        const { rows } = await database.pool.query<JobRow>(
          `select q.name, q.created_on as "createdOn", max(j.completed_on) filter (where j.state = 'completed') as "lastDone",
            (array_agg(j.state::text order by j.completed_on desc nulls last) filter (where j.state in ('completed', 'failed')))[1] as "lastEnd",
            count(*) filter (where j.state = 'failed' and j.completed_on > now() - interval '1 day')::int as failures
          from pgboss.queue q left join pgboss.job j on j.name = q.name where q.name = any($1) group by q.name, q.created_on`,
          [jobs.map(({ name }) => name)],
        );
        const found = new Map(rows.map((row) => [row.name, row]));
        const late = jobs.filter(({ name, cron }) => isLate(found.get(name), cron));
        const failed = rows.filter((row) => row.lastEnd === 'failed');
        const some = rows.filter((row) => row.failures > 0);
        if (late.length > 0) return bad(`Seit zu langer Zeit lief nicht: ${namesOf(late)}. Läuft der Server? Sonst bitte neu starten.`);
        if (failed.length > 0)
          return bad(`Zuletzt gescheitert: ${namesOf(failed)}. Der Grund steht im Protokoll des Servers („job failed“).`);
        if (some.length > 0)
          return warn(`Am letzten Tag gescheitert, seither gelungen: ${namesOf(some)}. Bitte im Protokoll nachsehen („job failed“).`);
        return ok(allRun(rows));
      },
    },
  ];
}

/** Whether a job is overdue. A new one gets as much time as one that ran just now. */
function isLate(row: JobRow | undefined, cron: string): boolean {
  if (!row) return true;
  return now().getTime() - (row.lastDone ?? row.createdOn).getTime() > patienceMs(cron);
}

/** The longest accepted gap: jobs per minute 15 minutes, hourly 3 hours, hourly within a range of hours 15 hours, daily 49 hours. */
function patienceMs(cron: string): number {
  const [minute, hour] = cron.split(' ');
  if (minute === '*') return 15 * minuteMs;
  return hour === '*' ? 3 * hourMs : hour?.includes('-') ? 15 * hourMs : 49 * hourMs;
}

function namesOf(jobs: readonly { name: string }[]): string {
  return jobs
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ');
}

/** The job that ran last, and the one that has not run for the longest time; jobs that never ran belong to a new installation. */
function allRun(rows: readonly JobRow[]): string {
  const done = rows.flatMap(({ name, lastDone }) => (lastDone ? { name, lastDone } : [])).toSorted((a, b) => +a.lastDone - +b.lastDone);
  const [oldest, latest] = [done.at(0), done.at(-1)];
  if (!oldest || !latest) return 'Die Arbeiten sind eben erst gestartet.';
  return `Alle ${rows.length} Arbeiten laufen, zuletzt ${latest.name} (${timeOf(latest.lastDone)}); am längsten her ist ${oldest.name} (${timeOf(oldest.lastDone)}).`;
}

function timeOf(instant: Date): string {
  const parts = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  return instant.toLocaleString('de', { timeZone: 'Europe/Berlin', ...parts });
}
