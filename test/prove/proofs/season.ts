import type { SeasonPlan } from '../../../src/shared/halls/seasons/plans.ts';
import type { SeasonDryRun } from '../../../src/shared/halls/seasons/publication.ts';
import type { Season } from '../../../src/shared/halls/seasons/seasons.ts';
import { sessionOf } from '../../stage/people.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { percentile, type Requests } from '../../stage/requests.ts';
import { fillTown, townWeeks as weeks } from '../../townSeason.ts';
import { atLeast, atMost, onStage, type Proof } from '../proof.ts';

/** A round of a large town: looked for while others are answered, sent out, published, killed in the middle, and gone on with. */
export const proof: Proof = {
  goal: '500 wishes are placed in 10 s while others are answered, and 40 dates of each are booked in 60 s, once each, also over a kill -9',
  minutes: () => 15,
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      let product = await startProduct();
      const wishes = number('wishes', 500);
      const id = await fillTown(database, wishes, number('halls', 20));
      const cookie = await sessionOf(database, 'admin', 'GSV');
      const ask = async <T>(path: string, body?: object): Promise<T> => {
        const answer = await product.requests.ask({
          method: body ? 'POST' : 'GET',
          path: `/api/seasons/${id}${path}`,
          headers: { cookie, 'content-type': 'application/json' },
          timeoutMs: 60_000,
          body,
        });
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
        return JSON.parse(answer.text) as T; // The contract says what it is.
      };
      const go = async (to: string, more: object = {}) => ask('/phase', { to, version: (await ask<Season>('')).version, ...more });
      await go('planning', { reason: 'Probe' });

      const others = asking(product.requests);
      const begun = performance.now();
      const proposed = await ask<SeasonPlan>('/proposals', {});
      const placedMs = performance.now() - begun;
      const waited = await others();
      const version = proposed.versions[0];
      await ask(`/plans/${version?.id}/adoption`, {});
      const read = performance.now();
      await ask('/plan');
      const readMs = performance.now() - read;
      await go('consultation', { objectionsUntil: new Date(Date.now() + 8 * 86_400_000).toISOString() });

      const { seen } = await ask<SeasonDryRun>('/publication');
      await go('publishing', { name: 'Probe', seen });
      await until(async () => (await ask<Season>('')).published.done >= 3);
      await product.stop('SIGKILL');
      product = await startProduct();
      await until(async () => (await ask<Season>('')).phase === 'published');
      return [
        atMost('s for the proposal', placedMs / 1000, 10),
        atLeast('% of what no plan exceeds', version?.reachedPercent ?? 0, 90),
        atMost('ms p95 of others meanwhile', percentile(waited, 0.95), 100),
        atMost('ms to read the plan', readMs, 1500),
        ...(await published(database, version?.grants ?? 0)),
      ];
    }),
};

/** Asks for a public page all the time, until it is told to end. */
function asking(requests: Requests): () => Promise<number[]> {
  let isOver = false;
  const times: number[] = [];
  const work = (async () => {
    while (!isOver) {
      times.push((await requests.ask({ path: '/api/news' })).ms);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return times;
  })();
  return () => {
    isOver = true;
    return work;
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}

async function published(database: StageDatabase, grants: number) {
  const [row] = await database.sql<{ series: number; dates: number; seconds: number; longest: number }>(
    `with halls as (select extract(epoch from published_at - lag(published_at) over (order by published_at)) as seconds from season_facility)
     select (select count(*)::int from booking_series where grant_id is not null) as series,
       (select count(*)::int from booking where state = 'approved') as dates,
       (select sum(seconds) from halls where seconds < 30)::float8 as seconds,
       (select max(seconds) from halls where seconds < 30)::float8 as longest`,
  );
  const { series = 0, dates = 0, seconds = Number.NaN, longest = Number.NaN } = row ?? {};
  return [
    atLeast('series', series, grants),
    atMost('series', series, grants),
    atLeast('dates', dates, grants * weeks * 0.45),
    atMost('s to publish', seconds, 60),
    atMost('s for the longest hall', longest, 6),
  ];
}
