import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import type { SepaRun } from '#shared/money/sepaRuns.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  await server.sql("update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'");
  await server.sql("update charge set method = 'transfer' where method = 'sepa'");
  for (const table of ['fee_family', 'member_fee', 'fee_rule']) await server.sql(`delete from ${table}`);
  await server.outdate();
});
afterAll(async () => {
  setClock();
  await server.close();
});

// Far enough from the clock of the test to be announced in time.
const due = '2026-12-15';
const months = 'from=2027-01-01&to=2027-12-31';
const preview = async () => (await anton.get<FeePreview>(`/api/fee-runs/preview?${months}`)).body;
let count = 0;

type Person = { birthDate: string; joinedOn: string; hasMandate: boolean };

async function enter({ birthDate, joinedOn, hasMandate }: Person): Promise<void> {
  const no = ++count;
  const of = { firstname: `Nr${no}`, lastname: 'Zufall', birthDate, joinedOn, memberNo: `Z-${no}`, email: `z${no}@zufall.test` };
  const made = await anton.post<MemberRecord>('/api/members', of);
  expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, '']);
  const paper = { iban: 'DE02500105170137075030', accountHolder: `Nr${no} Zufall`, signedOn: '2026-01-01', reference: `Z-${no}` };
  if (hasMandate) expect((await anton.post('/api/mandates', { ...paper, payerPersonId: made.body.personId })).status).toBe(200);
}

/** The charges of a run, by method. */
async function charged(run: FeeRun): Promise<{ cents: number; debits: number }> {
  const [row] = await server.sql<{ cents: number; debits: number }>(
    `select coalesce(sum(cents), 0)::int as cents, coalesce(sum(cents) filter (where method = 'sepa'), 0)::int as debits
     from charge where fee_run_id = $1 and state <> 'cancelled'`,
    [run.id],
  );
  return row ?? { cents: 0, debits: 0 };
}

test('whoever is a member: the preview is what is charged and collected to the cent, the same run again is nothing, and undone it is as before', async () => {
  const rules = [
    { name: 'Kinder', ageTo: 17, rhythm: 'year', cents: 6001, position: 10 },
    { name: 'Erwachsene', rhythm: 'quarter', cents: 3333, position: 20 },
  ];
  for (const rule of rules)
    expect((await anton.post('/api/fee-rules', { ...rule, layer: 'base', validFrom: '2020-01-01', proRataIn: 'month' })).status).toBe(200);
  const person = fc.record({
    birthDate: fc.constantFrom('1960-01-01', '1985-12-31', '2009-03-10', '2016-02-29'),
    joinedOn: fc.constantFrom('2020-01-01', '2027-02-14', '2027-04-15', '2027-11-30'),
    hasMandate: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 3 }), async (people) => {
      for (const one of people) await enter(one);
      const before = await preview();
      expect(before.faultCount).toBe(0);
      const run = (
        await anton.post<FeeRun>('/api/fee-runs', {
          from: '2027-01-01',
          to: '2027-12-31',
          dueOn: due,
          hash: before.hash,
          tells: true,
        })
      ).body;
      const written = await charged(run);
      expect(written).toEqual({ cents: before.newCents, debits: before.debitCents });
      expect((await preview()).newLines).toBe(0);
      if (written.debits > 0) {
        const made = await anton.post<SepaRun>('/api/sepa-runs', { collectionDate: due });
        expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, '']);
        const debits = made.body;
        const { text } = await anton.get(`/api/sepa-runs/${debits.id}/file`);
        expect([debits.totalCents, /<CtrlSum>([^<]*)</.exec(text)?.[1]]).toEqual([written.debits, (written.debits / 100).toFixed(2)]);
        const listed = (await anton.get<{ rows: SepaRun[] }>('/api/sepa-runs')).body.rows;
        const version = listed.find(({ id }) => id === debits.id)?.version;
        expect((await anton.post(`/api/sepa-runs/${debits.id}/state`, { to: 'cancelled', version })).status).toBe(200);
      }
      const undone = await anton.post(`/api/fee-runs/${run.id}/undoing`, { reason: 'Zur Probe', version: run.version });
      expect([undone.status, undone.status === 200 ? '' : undone.text]).toEqual([200, '']);
      expect(await preview()).toMatchObject({ hash: before.hash, newCents: before.newCents, newLines: before.newLines });
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
