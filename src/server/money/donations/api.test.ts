import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Donation, Donations, DonationSettings, Receipt, WholeReceipt } from '#shared/money/donations/contract.ts';
import type { Year } from '#shared/money/books/contract.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const address = 'Markt 1\n59999 Auenfeld';
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const list = async (year = 2026) => (await anton.get<Donations>(`/api/donations?year=${year}&club=RWA`)).body;
const give = (values: object = {}) =>
  anton.post<Donation>('/api/donations', {
    donorName: 'Bäckerei Krume',
    donorAddress: address,
    cents: 25_000,
    receivedOn: '2026-03-02',
    ...values,
  });
const issueAll = (...donationIds: string[]) => anton.post<Receipt[]>('/api/donation-receipts', { donationIds });
/** Issues one receipt and reads it. */
async function issue(...donationIds: string[]): Promise<Answer<WholeReceipt>> {
  const { status, body } = await issueAll(...donationIds);
  return status === 200 ? anton.get<WholeReceipt>(`/api/donation-receipts/${body[0]?.id}`) : ({ status, body } as never);
}
const settings: Omit<DonationSettings, 'version'> = {
  issuer: `RWA e. V.\n${address}`,
  place: 'Auenfeld',
  taxOffice: 'Beispielstadt',
  taxNumber: '300/1',
  noticeKind: 'exemption',
  noticeOn: '2025-03-14',
  assessedFor: '2022 bis 2024',
  purposes: 'des Sports',
  announcedOn: null,
};

test('without the notice of the tax office no receipt is issued; the settings require it, and of two concurrent saves one wins', async () => {
  const { body: one } = await give();
  expect(codeOf(await issue(one.id))).toEqual([409, 'not-ready']);
  expect((await list()).lacking).toEqual(['Die Angaben für Zuwendungsbestätigungen fehlen.']);
  expect(codeOf(await anton.send('PUT', '/api/donation-settings', { ...settings, noticeOn: '2031-01-01', version: 0 }))).toEqual([
    422,
    'invalid-input',
  ]);
  expect((await anton.send('PUT', '/api/donation-settings', { ...settings, version: 0 })).body).toMatchObject({ version: 1 });
  expect(codeOf(await anton.send('PUT', '/api/donation-settings', { ...settings, version: 0 }))).toEqual([409, 'conflict']);
  expect((await list()).lacking).toEqual([]);
});

test('an issued receipt is immutable, its donation too, and voiding frees the donation; the number stays used', async () => {
  const { body: one } = await give();
  const { body: receipt } = await issue(one.id);
  expect(receipt).toMatchObject({
    no: expect.stringMatching(/^2026-\d+$/),
    cents: 25_000,
    content: { isCollective: false, donorAddress: address },
  });
  const { id, version, receiptNo: _no, isLocked: _locked, ...values } = one;
  expect(codeOf(await anton.send('PUT', `/api/donations/${id}`, { ...values, cents: 1, version }))).toEqual([409, 'wrong-state']);
  expect(codeOf(await anton.send('DELETE', `/api/donations/${id}`))).toEqual([409, 'wrong-state']);
  expect(codeOf(await issue(id))).toEqual([409, 'wrong-state']);

  // A later tax notice does not change issued receipts.
  await anton.send('PUT', '/api/donation-settings', { ...settings, taxOffice: 'Neustadt', version: 1 });
  expect((await anton.get<WholeReceipt>(`/api/donation-receipts/${receipt.id}`)).body.content.settings.taxOffice).toBe('Beispielstadt');

  const cancelled = await anton.post<WholeReceipt>(`/api/donation-receipts/${receipt.id}/cancel`, {
    reason: 'Anschrift falsch',
    version: receipt.version,
  });
  expect(cancelled.body).toMatchObject({ reason: 'Anschrift falsch', cancelledAt: expect.any(String) });
  expect(
    codeOf(await anton.post(`/api/donation-receipts/${receipt.id}/cancel`, { reason: 'noch einmal', version: receipt.version + 1 })),
  ).toEqual([409, 'wrong-state']);
  const { body: again } = await issue(id);
  expect(Number(again.no.slice(5))).toBe(Number(receipt.no.slice(5)) + 1);
});

test('donations of several donors and years get a receipt for each donor and year, by name, and one file to print them', async () => {
  const gifts = await Promise.all([
    give({ donorName: 'Otto Ost', cents: 700, receivedOn: '2026-02-01' }),
    give({ donorName: 'Gerda Gast', cents: 1000, receivedOn: '2026-02-01' }),
    give({ donorName: 'Gerda Gast', cents: 2550, receivedOn: '2026-01-15', kind: 'waiver' }),
    give({ donorName: 'Gerda Gast', donorAddress: 'Anderswo 2\n59999 Auenfeld', cents: 500, receivedOn: '2026-01-15' }),
    give({ donorName: 'Gerda Gast', cents: 500, receivedOn: '2025-12-31' }),
  ]);
  const { body: receipts } = await issueAll(...gifts.map(({ body }) => body.id));
  expect(receipts.map(({ donorName, cents, donations }) => [donorName, cents, donations])).toEqual([
    ['Gerda Gast', 500, 1],
    ['Gerda Gast', 500, 1],
    ['Gerda Gast', 3550, 2],
    ['Otto Ost', 700, 1],
  ]);
  const numbers = receipts.map(({ no }) => Number(no.slice(5)));
  const [first = 0] = numbers;
  expect(numbers).toEqual([first, first + 1, first + 2, first + 3]);
  expect((await anton.get<WholeReceipt>(`/api/donation-receipts/${receipts[2]?.id}`)).body.content).toMatchObject({
    isCollective: true,
    lines: [
      { receivedOn: '2026-01-15', kind: 'waiver' },
      { receivedOn: '2026-02-01', kind: 'money' },
    ],
  });
  await anton.post(`/api/donation-receipts/${receipts[0]?.id}/cancel`, { reason: 'Doppelt', version: 1 });
  const range = `year=2026&from=${first}&to=${first + 3}`;
  const file = await anton.get(`/api/donation-receipts/sheets?${range}`);
  expect([file.status, file.headers['content-type'], pagesIn(file.bytes)]).toEqual([200, 'application/pdf', 4]);
  expect(codeOf(await anton.get('/api/donation-receipts/sheets?year=2025'))).toEqual([404, 'not-found']);
  expect(codeOf(await (await server.signedIn('editor')).get(`/api/donation-receipts/sheets?${range}`))).toEqual([403, 'forbidden']);
});

function pagesIn(pdf: Buffer): number {
  return Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);
}

test('twelve concurrent receipts get twelve numbers without a gap, and no donation is receipted twice', async () => {
  const gifts = await Promise.all(Array.from({ length: 12 }, (_, at) => give({ donorName: `Spender ${at}` })));
  const ids = gifts.map(({ body }) => body.id);
  const made = await Promise.all([...ids, ...ids].map((id) => issue(id)));
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...ids.map(() => 200), ...ids.map(() => 409)]);
  const rows = await server.sql<{ number: number }>(
    "select number from donation_receipt where club = 'RWA' and year = 2026 order by number",
  );
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
});

test('donations of money are income of the year, and a closed year accepts no more', async () => {
  const incomeOf = async () => (await anton.get<Year>('/api/books/2024?club=RWA')).body.lines.find(({ label }) => label === 'Spenden');
  expect(await incomeOf()).toBeUndefined();
  const { body: gift } = await give({ receivedOn: '2024-05-01', cents: 4000 });
  await give({ receivedOn: '2024-05-02', cents: 900, kind: 'waiver' });
  expect(await incomeOf()).toMatchObject({ sphere: 'ideal', inCents: 4000, outCents: 0 });
  await server.sql(
    `insert into closed_period (id, club, until_day, hash, closed_at, closed_by) values (gen_random_uuid(), 'RWA', '2024-12-31', 'x', now(), 'Test')`,
  );
  await server.outdate();
  expect(codeOf(await give({ receivedOn: '2024-06-01' }))).toEqual([422, 'invalid-input']);
  expect(codeOf(await anton.send('DELETE', `/api/donations/${gift.id}`))).toEqual([409, 'period-closed']);
  await expect(server.sql('update donation set cents = 1 where id = $1', [gift.id])).rejects.toThrow(/closed/);
  // A new receipt may still be issued for it.
  expect((await issue(gift.id)).status).toBe(200);
  expect((await list(2024)).donations.map(({ isLocked }) => isLocked)).toEqual([true, true]);
});

test('a receipt is stored as an immutable document; only one valid without a signature is sent by mail', async () => {
  const sheet = async (id: string, client = anton) => client.get(`/api/donation-receipts/${id}/file`);
  const mail = (id: string, client = anton) =>
    client.post<WholeReceipt>(`/api/donation-receipts/${id}/mail`, { email: 'Krume@Beispiel.example' });
  const { body: signed } = await issue((await give({ donorName: 'Ayşe Größe' })).body.id);
  expect(signed).toMatchObject({ mayMail: false, mailedAt: null });
  const first = await sheet(signed.id);
  expect([first.status, first.headers['content-type'], first.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
  expect(codeOf(await mail(signed.id))).toEqual([409, 'wrong-state']);
  const { version } = (await list()).settings ?? {};
  const announced = (announcedOn: string) => anton.send('PUT', '/api/donation-settings', { ...settings, announcedOn, version });
  expect(codeOf(await announced('2031-01-01'))).toEqual([422, 'invalid-input']);
  expect((await announced('2026-01-10')).status).toBe(200);
  // Earlier receipts stay unchanged to the byte.
  expect((await sheet(signed.id)).bytes.equals(first.bytes)).toBe(true);
  await expect(server.sql(`update donation_receipt set file = 'x' where id = $1`, [signed.id])).rejects.toThrow('kept');
  const { body: waived } = await issue((await give({ kind: 'waiver' })).body.id);
  expect(waived.mayMail).toBe(false);
  const { body: sent } = await issue((await give()).body.id);
  for (const client of [server.visitor(), await server.signedIn('editor'), await server.signedIn('admin', 'SCB')]) {
    expect([401, 403, 404]).toContain((await sheet(sent.id, client)).status);
    expect([401, 403, 404]).toContain((await mail(sent.id, client)).status);
  }
  expect((await mail(sent.id)).body.mailedAt).not.toBeNull();
  const [row] = await server.sql<{ recipient: string; attachments: { name: string; base64: string }[] }>(
    `select recipient, attachments from outbox_mail where subject = $1`,
    [`Ihre Zuwendungsbestätigung Nr. ${sent.no}`],
  );
  expect(row?.recipient).toBe('krume@beispiel.example');
  expect(row?.attachments.map(({ name, base64 }) => [name, base64])).toEqual([
    [`zuwendungsbestaetigung-${sent.no}.pdf`, (await sheet(sent.id)).bytes.toString('base64')],
  ]);
});

test('only the board of the own club sees donations', async () => {
  const { body: one } = await give();
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect(codeOf(await (await server.signedIn(role)).get('/api/donations?year=2026'))).toEqual([403, 'forbidden']);
  const other = await server.signedIn('admin', 'SCB');
  expect((await other.get<Donations>('/api/donations?year=2026')).body.donations).toEqual([]);
  expect(codeOf(await other.send('DELETE', `/api/donations/${one.id}`))).toEqual([404, 'not-found']);
});
