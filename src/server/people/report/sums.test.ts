import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClubSums } from '#shared/people/report/reportSums.ts';
import type { ReportSnapshot } from '#shared/people/report/reportSnapshots.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

type Sums = { clubs: (ClubSums & { club: string })[]; all: ClubSums | null };
const keyDate = '2024-01-01';
const address = `/api/member-report/sums?keyDate=${keyDate}`;

/** A submitted report of a club with made-up counts. */
async function handedIn(club: string, counts: number[][], number = 1, day = keyDate): Promise<string> {
  const brackets = counts.map(([m, w, d, o], at) => ({ from: at * 19, to: at === counts.length - 1 ? null : at * 19 + 18, m, w, d, o }));
  const totals = {
    total: counts.flat().reduce((sum, one) => sum + one, 0),
    brackets,
    associations: [{ no: '0123', name: 'Turnen', members: 3 }],
  };
  const [row] = await server.sql<{ id: string }>(
    `insert into report_snapshot (id, club, key_date, number, adapter, head, totals, rows, left_out, hash, state, made_by, made_at, handed_in_on)
     values (gen_random_uuid(), $1, $2, $3, 'nrw', '{}', $4, '[]', '[]', 'x', 'handedIn', 'Test', now(), '2024-02-01') returning id`,
    [club, day, number, JSON.stringify(totals)],
  );
  return row?.id ?? '';
}

test("the clubs' sums are for the association’s board: another club gets none of it, other roles are refused", async () => {
  for (const [client, status] of [
    [server.visitor(), 401],
    [await server.signedIn('editor', 'GSV'), 403],
    [await server.signedIn('admin', 'RWA'), 404],
    [await server.signedIn('admin', 'GSV'), 200],
  ] as const)
    expect((await client.get(address)).status).toBe(status);
});

test('only released reports are visible, without small counts; a withdrawn one is hidden at once', async () => {
  const id = await handedIn('RWA', [
    [3, 20, 0, 0],
    [30, 40, 0, 0],
  ]);
  await handedIn('RWA', [[40, 50, 0, 0]], 1, '2023-01-01');
  const gsv = await server.signedIn('admin', 'GSV');
  expect((await gsv.get<Sums>(address)).body).toEqual({ clubs: [], all: null });
  const anton = await server.signedIn('admin');
  const release = (isReleased: boolean, version: number) =>
    anton.post<ReportSnapshot>(`/api/member-report/snapshots/${id}/release`, { isReleased, version });
  expect((await gsv.post(`/api/member-report/snapshots/${id}/release`, { isReleased: true, version: 1 })).status).toBe(404);
  expect((await release(true, 1)).body.isReleased).toBe(true);
  const [club] = (await gsv.get<Sums>(address)).body.clubs;
  expect(club).toMatchObject({ club: 'RWA', total: 93, youthPercent: 25, change: null });
  expect(club?.rows.map(({ cells, total }) => [cells, total])).toEqual([
    [['few', 'covered', 0, 0], 23],
    [['covered', 'covered', 0, 0], 70],
  ]);
  expect(club?.associations).toEqual([{ no: '0123', name: 'Turnen', members: 'few' }]);
  expect(JSON.stringify(club)).not.toContain('memberId');
  expect((await release(false, 2)).body.isReleased).toBe(false);
  expect((await gsv.get<Sums>(address)).body.clubs).toEqual([]);
  await release(true, 3);
});

test('the total over the clubs never reveals a suppressed count', async () => {
  const scb = await handedIn('SCB', [
    [10, 20, 0, 0],
    [30, 40, 0, 0],
  ]);
  const alma = await server.signedIn('admin', 'SCB');
  await alma.post(`/api/member-report/snapshots/${scb}/release`, { isReleased: true, version: 1 });
  const gsv = await server.signedIn('admin', 'GSV');
  const { all } = (await gsv.get<Sums>(address)).body;
  expect(all?.total).toBe(193);
  expect(all?.rows[0]).toMatchObject({ cells: ['covered', 'covered', 0, 0], total: 53 });
});
