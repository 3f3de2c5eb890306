import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { LevyPreview } from '#shared/money/levies/contract.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let another: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  another = await server.signedIn('super');
});
afterAll(async () => {
  setClock();
  await server.close();
});
const rounds = Array.from({ length: 6 }, (_, round) => round);

type Party = { id: string; version: number };
type Kind = {
  make: (name: string) => Promise<Party>;
  whom: (ids: string[]) => object;
  merge: (from: Party, into: Party, client?: Client) => Promise<Answer<{ code?: string; title?: string }>>;
};

const organisations: Kind = {
  make: async (name) => (await anton.post<Organisation>('/api/organisations', { name, kind: 'company' })).body,
  whom: (organisationIds) => ({ whom: 'organisations', organisationIds }),
  merge: ({ id, version }, { id: intoId }, client = anton) =>
    client.post(`/api/organisations/${id}/merger`, { version, intoId, isDryRun: false }),
};
const people: Kind = {
  make: async (lastname) => {
    const id = randomUUID();
    await server.sql(
      `insert into person (id, club, firstname, lastname, created_at, updated_at) values ($1, 'RWA', 'Kaja', $2, now(), now())`,
      [id, lastname],
    );
    return { id, version: 1 };
  },
  whom: (personIds) => ({ whom: 'people', personIds, organisationIds: [] }),
  merge: (other, { id, version }, client = anton) =>
    client.post(`/api/people/${id}/merge`, { otherId: other.id, version, otherVersion: other.version, taken: [], allowed: [] }),
};
const kinds = [
  ['organisations', organisations],
  ['people', people],
] as const;

async function ask(kind: Kind, { id }: Party, label: string, cents: number): Promise<void> {
  const order = { kind: 'other', label, cents, dueOn: addDays(today(), 14), taxSphere: 'business', ...kind.whom([id]) };
  await server.outdate();
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', order)).body;
  expect((await anton.post('/api/levies', { ...order, hash })).status).toBe(200);
}
const pay = ({ id: payerId }: Party, cents: number) => anton.post('/api/payments', { payerId, cents, bookedOn: today() });
const spend = ({ id }: Party) => anton.post(`/api/accounts/${id}/credit`, {});
/** All money of these accounts: paid, allocated to charges, and settled of the charges. */
const sums = (ids: string[]) =>
  server.sql<{ payer: string; paid: number; shared: number; settled: number }>(
    `select p.payer_id as payer, sum(p.cents)::int as paid,
        (select coalesce(sum(a.cents), 0)::int from allocation a join payment q on q.id = a.payment_id where q.payer_id = p.payer_id) as shared,
        (select coalesce(sum(c.settled_cents), 0)::int from charge c where c.payer_id = p.payer_id) as settled
       from payment p where p.payer_id = any($1::uuid[]) group by p.payer_id`,
    [ids],
  );

for (const [named, kind] of kinds) {
  test(`money for two ${named} received while they are merged is on the one remaining account, to the cent`, async () => {
    for (const round of rounds) {
      const [from, into] = [await kind.make(`Von ${round}`), await kind.make(`Nach ${round}`)];
      await ask(kind, from, `Fahrt ${round}`, 3000);
      await pay(from, 500);
      await pay(into, 700);
      await ask(kind, into, `Fest ${round}`, 900);
      const [merged, ...paid] = await Promise.all([
        kind.merge(from, into),
        ...[from, into, from, into].map((of) => pay(of, 1000)),
        spend(into),
        spend(from),
      ]);
      // A write that came too late for the merged account is told so and retried on the remaining one.
      expect([round, merged.status]).toEqual([round, 200]);
      for (const { status } of paid) expect([200, 404, 409]).toContain(status);
      const booked = paid.slice(0, 4).filter(({ status }) => status === 200).length;
      const [whole, ...others] = await sums([from.id, into.id]);
      expect(others).toEqual([]);
      expect(whole).toMatchObject({ payer: into.id, paid: 1200 + booked * 1000, settled: whole?.shared });
      expect(await server.sql('select id from charge where payer_id = $1', [from.id])).toEqual([]);
    }
  });

  test(`two concurrent merges of the same ${named} in opposite directions: one succeeds, the other is told that it is done`, async () => {
    for (const round of rounds) {
      const [one, other] = [await kind.make(`Eins ${round}`), await kind.make(`Zwei ${round}`)];
      await pay(one, 500);
      await pay(other, 700);
      const both = await Promise.all([kind.merge(one, other), kind.merge(other, one, another)]);
      const [winner, loser] = both.toSorted((a, b) => a.status - b.status);
      expect([winner?.status, loser?.status, loser?.body.code]).toEqual([200, 409, 'conflict']);
      expect(loser?.body.title).toMatch(/inzwischen/);
      expect((await sums([one.id, other.id])).map(({ paid }) => paid)).toEqual([1200]);
    }
  });
}
