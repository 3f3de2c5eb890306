import { afterAll, beforeAll, expect } from 'vitest';
import type { SeasonPlan } from '../src/shared/halls/seasons/plans.ts';
import type { SeasonDryRun } from '../src/shared/halls/seasons/publication.ts';
import type { Objection } from '../src/shared/halls/seasons/objections.ts';
import type { Season } from '../src/shared/halls/seasons/seasons.ts';
import type { Wish } from '../src/shared/halls/seasons/wishes.ts';
import type { ProblemBody } from '../src/shared/kernel/problems.ts';
import { jobsOf } from '../src/server/jobs.ts';
import { setClock } from '../src/server/platform/process/clock.ts';
import { makeHall, type Hall } from './halls.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from './harness.ts';

export type Refusable<T> = Answer<T & Partial<Pick<ProblemBody, 'code' | 'fields'>>>;

const dates = { startsOn: '2027-01-04', endsOn: '2027-03-28', wishesFrom: '2026-11-01T06:00:00Z', wishesUntil: '2026-12-01T22:00:00Z' };

type Standing = { server: TestServer; armin: Client; anton: Client; alma: Client };

/** Hall seasons on one server: GSV's board (Armin) plans them, the boards of two clubs submit wishes. */
export class Rounds {
  made = 0;
  #standing: Standing | undefined;

  async start(): Promise<void> {
    const server = await startServer();
    const [armin, anton, alma] = [
      await server.signedIn('admin', 'GSV'),
      await server.signedIn('admin', 'RWA'),
      await server.signedIn('admin', 'SCB'),
    ];
    this.#standing = { server, armin, anton, alma };
  }
  get #now(): Standing {
    if (!this.#standing) throw new Error('The server of the rounds is not up yet.');
    return this.#standing;
  }
  get server(): TestServer {
    return this.#now.server;
  }
  get armin(): Client {
    return this.#now.armin;
  }
  get anton(): Client {
    return this.#now.anton;
  }
  get alma(): Client {
    return this.#now.alma;
  }

  /** Creates a draft season with its own hall of one unit. */
  async make(more: object = {}): Promise<{ season: Season; hall: Hall }> {
    const hall = await makeHall(this.server, 'GSV', { units: 1 });
    const facilities = [{ facilityId: hall.id, windows: [] }];
    const values = { name: `Winter ${++this.made}`, criteria: 'Schulen vor Jugend vor Erwachsenen.', ...dates, facilities, ...more };
    const answer = await this.armin.post<Season>('/api/seasons', values);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return { season: answer.body, hall };
  }

  async read(id: string, client = this.armin): Promise<Season> {
    return (await client.get<Season>(`/api/seasons/${id}`)).body;
  }
  /** Takes a season to its next phase; a publication is played through before. */
  async go(id: string, to: string, more: object = {}, client = this.armin): Promise<Refusable<Season>> {
    const seen = to === 'publishing' && { seen: (await this.playThrough(id)).seen };
    return client.post(`/api/seasons/${id}/phase`, { to, version: (await this.read(id)).version, ...seen, ...more });
  }
  async playThrough(id: string): Promise<SeasonDryRun> {
    return (await this.armin.get<SeasonDryRun>(`/api/seasons/${id}/publication`)).body;
  }
  async wishFor(client: Client, id: string, values: object): Promise<Refusable<Wish>> {
    return client.post(`/api/seasons/${id}/wishes`, values);
  }
  async wishes(client: Client, id: string): Promise<Wish[]> {
    return (await client.get<Wish[]>(`/api/seasons/${id}/wishes`)).body;
  }
  async act(client: Client, id: string, action: string, wishIds: string[]): Promise<Refusable<{ changed: number }>> {
    return client.post(`/api/seasons/${id}/wishes/actions`, { action, wishIds });
  }
  async plan(client: Client, id: string): Promise<SeasonPlan> {
    return (await client.get<SeasonPlan>(`/api/seasons/${id}/plan`)).body;
  }
  /** Changes the working plan. */
  async arrange(id: string, changes: object): Promise<Refusable<SeasonPlan>> {
    return this.armin.post(`/api/seasons/${id}/arrangements`, changes);
  }
  async object(client: Client, id: string, values: object): Promise<Refusable<Objection>> {
    return client.post(`/api/seasons/${id}/objections`, values);
  }
  async propose(id: string): Promise<Refusable<SeasonPlan>> {
    return this.armin.post(`/api/seasons/${id}/proposals`, {});
  }
  /** Adopts the latest proposal. */
  async adopt(id: string, { body }: Refusable<SeasonPlan>): Promise<SeasonPlan> {
    return (await this.armin.post<SeasonPlan>(`/api/seasons/${id}/plans/${body.versions[0]?.id}/adoption`, {})).body;
  }
  async publish(): Promise<void> {
    await jobsOf(this.server, undefined)
      .find(({ name }) => name === 'season-publish')
      ?.work();
  }

  /** A season in the planning phase, with a wish of RWA's youth and one of SCB's adults for the same hour. */
  async planned(more: object = {}): Promise<{ season: Season; hall: Hall; minis: Wish; adults: Wish }> {
    const { season, hall } = await this.make(more);
    await this.go(season.id, 'open');
    const minis = (await this.wishFor(this.anton, season.id, group('Minis', [evening(hall)], { ageGroup: 'youth' }))).body;
    const adults = (await this.wishFor(this.alma, season.id, group('Herren', [evening(hall), evening(hall, { weekday: 4 })]))).body;
    await this.act(this.anton, season.id, 'submit', [minis.id]);
    await this.act(this.alma, season.id, 'submit', [adults.id]);
    expect((await this.go(season.id, 'planning', { reason: 'Alle haben abgesendet' })).status).toBe(200);
    return { season, hall, minis, adults };
  }
}

/** Hall seasons on the server of the test file, at `testTime`. */
export function useRounds(): Rounds {
  const rounds = new Rounds();
  beforeAll(async () => {
    setClock(testTime);
    await rounds.start();
  });
  afterAll(async () => {
    setClock();
    await rounds.server.close();
  });
  return rounds;
}

/** A Tuesday evening in a hall, as an option of a wish. */
export function evening({ id }: Pick<Hall, 'id'>, more: object = {}) {
  return { facilityId: id, weekday: 2, fromTime: '17:00', toTime: '18:30', ...more };
}

/** A wish of a group of adults. */
export function group(groupName: string, options: object[], more: object = {}) {
  return { groupName, sport: 'Handball', ageGroup: 'adults', participants: 15, options, ...more };
}

/** The field problems of an error response as strings. */
export function faultOf({ body }: { body: Partial<ProblemBody> }): string[] | undefined {
  return body.fields?.map(({ path, message }) => `${path}: ${message}`);
}
