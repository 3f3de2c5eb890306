import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { PayoutProposal } from '#shared/money/payouts/contract.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql(`update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'`);
  for (const table of ['fee_family', 'member_fee', 'fee_rule']) await server.sql(`delete from ${table}`);
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const year = { from: '2026-01-01', to: '2026-12-31' };
const preview = async () => (await anton.get<FeePreview>(`/api/fee-runs/preview?from=${year.from}&to=${year.to}`)).body;
const book = async (tells = false) =>
  (await anton.post<FeeRun>('/api/fee-runs', { ...year, dueOn: '2026-12-10', tells, hash: (await preview()).hash })).body;
const accountOf = async ({ personId }: MemberRecord) => (await anton.get<PayerAccount>(`/api/accounts/${personId}`)).body;
const waiting = async ({ personId }: MemberRecord) =>
  (await anton.get<PayoutProposal>('/api/payout-runs/proposal')).body.candidates.filter(({ payeeId }) => payeeId === personId);

async function member(lastname: string): Promise<MemberRecord> {
  const email = `${lastname.toLowerCase()}@example.org`;
  const values = { firstname: 'Ole', lastname, birthDate: '1980-05-04', joinedOn: '2020-01-01', memberNo: lastname, email };
  return (await anton.post<MemberRecord>('/api/members', values)).body;
}

test('a member who leaves after a part payment owes the rest of the lower fee, and gets back only the excess; undone, everything is restored', async () => {
  await anton.post('/api/fee-rules', {
    layer: 'base',
    name: 'Erwachsene',
    validFrom: '2020-01-01',
    rhythm: 'year',
    cents: 12_000,
    proRataOut: 'month',
  });
  const [little, much] = [await member('Wenig'), await member('Viel')];
  await book();
  await anton.post('/api/payments', { payerId: little.personId, cents: 1000, bookedOn: today() });
  await anton.post('/api/payments', { payerId: much.personId, cents: 9000, bookedOn: today() });
  await server.sql(`update member set left_on = '2026-06-30' where person_id in ($1, $2)`, [little.personId, much.personId]);
  await server.outdate();
  const run = await book();
  // Half a year costs 60.00: with 10.00 paid, 50.00 are open; with 90.00 paid, 30.00 are refunded.
  expect((await accountOf(little)).openCents).toBe(5000);
  expect(await waiting(little)).toEqual([]);
  expect((await accountOf(much)).openCents).toBe(0);
  expect(await waiting(much)).toMatchObject([{ source: 'refund', cents: 3000 }]);
  expect(await preview()).toMatchObject({ newLines: 0, corrections: 0 });
  expect((await anton.post(`/api/fee-runs/${run.id}/undoing`, { reason: 'Versehen', version: run.version })).status).toBe(200);
  expect([(await accountOf(little)).openCents, (await accountOf(much)).openCents]).toEqual([11_000, 3000]);
  expect([...(await waiting(little)), ...(await waiting(much))]).toEqual([]);
  await book();
  expect((await accountOf(little)).openCents).toBe(5000);
});

test('a waived amount is not refunded when the fee is reduced: only the paid excess is, and the next run changes nothing', async () => {
  const [all, part] = [await member('Nachsicht'), await member('Teilerlass')];
  await book();
  const waive = async (of: MemberRecord, cents: number) => {
    const [charge] = (await accountOf(of)).charges;
    const values = { version: charge?.version, cents, reason: 'Härtefall' };
    expect((await anton.post(`/api/charges/${charge?.id}/waivers`, values)).status).toBe(200);
  };
  await waive(all, 12_000);
  await waive(part, 5000);
  await anton.post('/api/payments', { payerId: part.personId, cents: 7000, bookedOn: today() });
  await server.sql(`update member set left_on = '2026-06-30' where person_id in ($1, $2)`, [all.personId, part.personId]);
  await server.outdate();
  await book();
  // Half a year costs 60.00: of 120.00 all were waived, so nothing is refunded; 70.00 were paid, so 10.00 are.
  expect(await waiting(all)).toEqual([]);
  expect(await waiting(part)).toMatchObject([{ source: 'refund', cents: 1000 }]);
  expect(await preview()).toMatchObject({ newLines: 0, corrections: 0 });
});

test('a member who leaves while paying in installments: the last ones are cancelled, and only the paid excess is refunded; undone, they are owed again', async () => {
  const [unpaid, paid] = [await member('Raten'), await member('Vorab')];
  await book();
  const parts = await Promise.all([unpaid, paid].map(inFour));
  await anton.post('/api/payments', { payerId: paid.personId, cents: 9000, bookedOn: today() });
  const ids = [unpaid.personId, paid.personId];
  await server.sql(`update member set left_on = '2026-06-30' where person_id = any($1)`, [ids]);
  await server.outdate();
  const seen = await preview();
  expect(seen).toMatchObject({ corrections: 2, toCheck: 0, correctionCents: -12_000 });
  const loweredOf = ({ personId }: MemberRecord) => seen.lines.find((line) => line.personId === personId)?.lowered;
  expect([loweredOf(unpaid), loweredOf(paid)]).toEqual([
    { cents: 6000, isSplit: true },
    { cents: 3000, isSplit: true },
  ]);
  const run = await book(true);
  const restsOf = async ({ personId }: MemberRecord) =>
    (await accountOf({ personId } as MemberRecord)).charges
      .filter(({ splitOf }) => splitOf)
      .map((one) => [one.dueOn, one.cents - one.settledCents]);
  expect(await restsOf(unpaid)).toEqual([
    ['2026-12-15', 3000],
    ['2027-01-15', 3000],
  ]);
  expect((await accountOf(paid)).openCents).toBe(0);
  expect([await waiting(unpaid), await waiting(paid)]).toMatchObject([[], [{ source: 'refund', cents: 3000 }]]);
  const [mail] = await server.sql<{ body: string }>(
    `select body from outbox_mail where recipient = 'vorab@example.org' order by created_at desc`,
  );
  expect(mail?.body).toMatch(
    /Um 30,00\s€ wird weniger, was Sie noch zu zahlen haben; bei Raten entfallen die letzten zuerst\.\n\n30,00\s€ bekommen Sie zurück\./,
  );
  expect(await preview()).toMatchObject({ newLines: 0, corrections: 0, toCheck: 0 });
  expect((await anton.post(`/api/fee-runs/${run.id}/undoing`, { reason: 'Versehen', version: run.version })).status).toBe(200);
  expect((await restsOf(unpaid)).map(([, cents]) => cents)).toEqual([3000, 3000, 3000, 3000]);
  expect((await accountOf(paid)).openCents).toBe(3000);
  // The run waits for an instalment whose debit is in progress.
  await server.sql(`update charge set state = 'in_collection', method = 'sepa' where id = $1`, [parts[0]?.[0]?.id]);
  expect(await preview()).toMatchObject({ corrections: 1, toCheck: 1 });
});

test('a payer who owes less or nothing before anything is paid is notified of what no longer applies, and again when the run is undone', async () => {
  const [half, none] = [await member('Halb'), await member('Garnicht')];
  await book();
  await server.sql(`update member set left_on = '2026-06-30' where person_id = $1`, [half.personId]);
  await server.sql(`update member set left_on = '2025-12-31' where person_id = $1`, [none.personId]);
  await server.outdate();
  const run = await book(true);
  expect(run.told).toBe(2);
  const mailTo = async (name: string) =>
    (
      await server.sql<{ subject: string; body: string }>(
        `select subject, body from outbox_mail where recipient = $1 order by created_at desc, id desc limit 1`,
        [`${name}@example.org`],
      )
    )[0];
  const [lower, gone] = [await mailTo('halb'), await mailTo('garnicht')];
  expect(lower?.subject).toMatch(/^Beitragsmitteilung: 60,00/);
  expect(lower?.body).toMatch(/Dafür gilt nicht mehr:\n\n- RWA-\d+: Erwachsene 01\/2026 bis 12\/2026: 120,00/);
  expect(gone?.subject).toMatch(/^Gilt nicht mehr: 120,00/);
  expect(gone?.body).toContain('Bitte überweisen Sie dafür nichts; eingezogen wird es auch nicht.');
  await server.sql("update outbox_mail set state = 'sent', sent_at = now()");
  await anton.post(`/api/fee-runs/${run.id}/undoing`, { reason: 'Versehen', version: run.version });
  for (const name of ['halb', 'garnicht']) expect((await mailTo(name))?.body).toContain('Was wir davor gefordert hatten, gilt wieder.');
});

test('a payer with an open first and a paid second quarter owes less when the yearly fee is reduced: the open part is cancelled, and nothing is refunded', async () => {
  await server.sql(`update member set left_on = '2020-06-30' where club = 'RWA'`);
  await server.sql(`update fee_rule set rhythm = 'quarter', cents = 3000`);
  const one = await member('Quartal');
  const half = { from: '2026-01-01', to: '2026-06-30' };
  const { hash } = (await anton.get<FeePreview>(`/api/fee-runs/preview?from=${half.from}&to=${half.to}`)).body;
  expect((await anton.post('/api/fee-runs', { ...half, dueOn: '2026-12-10', tells: false, hash })).status).toBe(200);
  const { charges } = await accountOf(one);
  const second = charges.find(({ label }) => label.includes('04/2026'));
  expect(charges).toHaveLength(2);
  const shares = [{ chargeId: second?.id, cents: 3000 }];
  expect((await anton.post('/api/payments', { payerId: one.personId, cents: 3000, bookedOn: today(), shares })).status).toBe(200);
  await server.sql(`update fee_rule set rhythm = 'year', cents = 4500`);
  await server.outdate();
  const line = (await preview()).lines.find(({ personId }) => personId === one.personId);
  expect(line?.lowered).toEqual({ cents: 1500, isSplit: false });
  await book();
  expect((await accountOf(one)).openCents).toBe(1500);
  expect(await waiting(one)).toEqual([]);
});

async function inFour({ personId }: MemberRecord): Promise<ListedCharge[]> {
  const [whole] = (await accountOf({ personId } as MemberRecord)).charges;
  const plan = { count: 4, firstOn: '2026-12-15', reason: 'Nach Rücksprache', version: whole?.version };
  return (await anton.post<{ installments: ListedCharge[] }>(`/api/charges/${whole?.id}/installments`, plan)).body.installments;
}
