import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organisation, MergedOrganisations } from '#shared/halls/organisations.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import type { KeptLine } from '#shared/money/bankLines.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { DunningPreview, DunningRun, SentRun } from '#shared/money/dunning/contract.ts';
import type { PayerLetters } from '#shared/money/letters/contract.ts';
import type { Levy, LevyPreview } from '#shared/money/levies/contract.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

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

const enter = async (name: string, more: object = {}, client = anton) =>
  (
    await client.post<Organisation>('/api/organisations', {
      name,
      kind: 'company',
      street: 'Marktplatz 3',
      postcode: '59999',
      city: 'Auenfeld',
      email: `${name.toLowerCase().replaceAll(/\W/g, '')}@firma.example`,
      ...more,
    })
  ).body;
const order = (organisationIds: string[], more: object = {}) => ({
  kind: 'other',
  label: 'Bandenwerbung 2027',
  cents: 25_000,
  dueOn: addDays(today(), 14),
  whom: 'organisations',
  taxSphere: 'business',
  organisationIds,
  ...more,
});
async function ask(organisationIds: string[], more: object = {}): Promise<Levy> {
  const asked = order(organisationIds, more);
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', asked)).body;
  return (await anton.post<Levy>('/api/levies', { ...asked, hash })).body;
}
const account = async (id: string, client = anton) => client.get<PayerAccount>(`/api/accounts/${id}`);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string } | undefined)?.code];

test('the office asks an organisation for money: it is written to, its account shows it, and a transfer by its account number pays it', async () => {
  const bank = await enter('Sparkasse');
  const levy = await ask([bank.id]);
  expect(levy).toMatchObject({ count: 1, totalCents: 25_000, told: 1, letters: 0 });
  const mail = await server.latestMail('sparkasse@firma.example');
  expect(mail).toContain('Guten Tag Sparkasse');
  expect(mail).toContain('- Bandenwerbung 2027: 250,00');
  expect(mail).not.toContain('Profil');
  const { body } = await account(bank.id);
  expect(body).toMatchObject({
    name: 'Sparkasse',
    isOrganisation: true,
    openCents: 25_000,
    mandate: null,
    address: ['Sparkasse', 'Marktplatz 3', '59999 Auenfeld'],
    mayMail: true,
    reference: expect.stringMatching(/^RWA-K\d+$/),
  });
  const found = await anton.get<{ rows: ListedCharge[] }>('/api/charges?search=Sparkasse');
  expect(found.body.rows).toMatchObject([
    { name: 'Sparkasse', payer: 'Sparkasse', isOrganisation: true, payerId: bank.id, method: 'transfer' },
  ]);
  const csv = `Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag\n${germanDate(today())};${body.reference};Sparkasse Auenfeld;250,00`;
  await anton.post('/api/bank-lines', { fileName: 'umsaetze.csv', content: Buffer.from(csv).toString('base64') });
  const [line] = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body.rows.filter(({ purpose }) => purpose === body.reference);
  expect(line).toMatchObject({ result: 'match', message: expect.stringContaining('(Sparkasse)') });
  expect((await anton.post('/api/bank-lines/bookings', { ids: [line?.id] })).body).toMatchObject({ booked: 1, cents: 25_000 });
  expect((await account(bank.id)).body).toMatchObject({ openCents: 0, creditCents: 0 });
});

test('parts, too much, a waiver, installments and taking back work on the account of an organisation as on that of a person', async () => {
  const { id } = await enter('Autohaus');
  await ask([id], { label: 'Trikotwerbung', cents: 10_000 });
  const pay = (cents: number) => anton.post<PayerAccount>('/api/payments', { payerId: id, cents, bookedOn: today() });
  expect((await pay(4000)).body).toMatchObject({ openCents: 6000, creditCents: 0 });
  expect((await pay(7000)).body).toMatchObject({ openCents: 0, creditCents: 1000 });
  await ask([id], { label: 'Programmheft', cents: 3000 });
  expect((await anton.post<PayerAccount>(`/api/accounts/${id}/credit`, {})).body).toMatchObject({ openCents: 2000, creditCents: 0 });
  const [charge] = (await account(id)).body.charges;
  const split = await anton.post<{ installments: ListedCharge[] }>(`/api/charges/${charge?.id}/installments`, {
    version: charge?.version,
    count: 2,
    firstOn: addDays(today(), 3),
    reason: 'Auf Wunsch',
  });
  expect(split.body.installments).toMatchObject([
    { cents: 1000, payer: 'Autohaus' },
    { cents: 1000, payer: 'Autohaus' },
  ]);
  const [first] = split.body.installments;
  const waived = await anton.post<ListedCharge>(`/api/charges/${first?.id}/waivers`, {
    version: first?.version,
    cents: 1000,
    reason: 'Kulanz',
  });
  expect(waived.body).toMatchObject({ state: 'written_off', waivedCents: 1000 });
  const { entries } = (await account(id)).body;
  const last = entries.find(({ kind, mayReverse }) => kind === 'transfer' && mayReverse);
  const back = await anton.post<PayerAccount>(`/api/payments/${last?.paymentId}/reversal`, { reason: 'Verbucht beim Falschen' });
  expect(back.body.openCents).toBeGreaterThan(0);
  const statement = await anton.get(`/api/accounts/${id}/statements/${today().slice(0, 4)}`);
  expect([statement.status, statement.headers['content-type']]).toEqual([200, 'application/pdf']);
});

test('an organisation is never collected from by debit, and a charge has exactly one payer', async () => {
  const { id } = await enter('Bäckerei');
  await ask([id], { method: 'auto', label: 'Spendenlauf' });
  const [charge] = (await account(id)).body.charges;
  const refused = await anton.post(`/api/charges/${charge?.id}/terms`, { version: charge?.version, method: 'sepa', reason: 'Einzug' });
  expect(refused.status).toBe(422);
  await expect(server.sql(`update charge set method = 'sepa' where id = $1`, [charge?.id])).rejects.toThrow('charge_mandate');
  await expect(server.sql(`update charge set organisation_id = null where id = $1`, [charge?.id])).rejects.toThrow('charge_');
  const [one] = await server.sql<{ id: string }>(`select id from person where club = 'RWA' limit 1`);
  await expect(server.sql(`update charge set payer_person_id = $2 where id = $1`, [charge?.id, one?.id])).rejects.toThrow(
    'charge_one_payer',
  );
});

test('an organisation takes over what a person was asked for, and only a payer whom the club knows', async () => {
  const office = await enter('Jugendamt', { kind: 'municipal' });
  const [child] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Kim', 'Kante', '1990-01-01', 'kim@kante.example', now(), now()) returning id`,
  );
  await server.outdate();
  await ask([], { whom: 'people', personIds: [child?.id], label: 'Ferienfreizeit', cents: 8000, organisationIds: [] });
  const [charge] = (await account(child?.id ?? '')).body.charges;
  const change = (payerId: string, of: ListedCharge | undefined) =>
    anton.post<ListedCharge>(`/api/charges/${of?.id}/terms`, { version: of?.version, payerId, reason: 'Kostenübernahme' });
  const [stranger] = await server.sql<{ id: string }>(`select id from organisation where manager_club = 'GSV' limit 1`);
  expect((await change(stranger?.id ?? '', charge)).status).toBe(422);
  const { body } = await change(office.id, charge);
  expect(body).toMatchObject({ name: 'Kante, Kim', payer: 'Jugendamt', isOrganisation: true, cents: 8000 });
  expect(await server.latestMail('jugendamt@firma.example')).toContain('Ferienfreizeit');
  expect(await server.latestMail('kim@kante.example')).toContain('gilt für Sie nicht mehr');
  expect((await account(office.id)).body.openCents).toBe(8000);
  // The other way round it is nobody's: what an organisation owes for itself stays with an organisation.
  await ask([office.id], { label: 'Raummiete', cents: 5000 });
  const own = (await account(office.id)).body.charges.find(({ label }) => label === 'Raummiete');
  expect((await change(child?.id ?? '', own)).status).toBe(422);
});

test('who does not pay is reminded and dunned with its fee on the same account; a stop keeps it from that', async () => {
  const { id } = await enter('Druckerei');
  await ask([id], { label: 'Plakate', cents: 6000 });
  await server.sql(`update charge set due_on = due_on - 40 where organisation_id = $1`, [id]);
  await server.sql(`update charge set due_on = '2199-01-01' where club = 'RWA' and payer_id <> $1`, [id]);
  await server.outdate();
  const preview = async () => (await anton.get<DunningPreview>('/api/dunning-runs/preview')).body;
  const first = await preview();
  expect(first.notices).toMatchObject([{ payerId: id, name: 'Druckerei', cents: 6000, byMail: true }]);
  await anton.send('PUT', `/api/dunning-stops/${id}`, { reason: 'Klärung', until: null });
  expect((await preview()).leftOut).toMatchObject([{ payerId: id, reason: 'Mahnsperre: Klärung' }]);
  expect((await anton.send('DELETE', `/api/dunning-stops/${id}`)).status).toBe(200);
  await server.sql(`update charge set dunning_level = 1, reminded_on = $2 where organisation_id = $1`, [id, addDays(today(), -15)]);
  const { hash } = await preview();
  const run = (await anton.post<DunningRun>('/api/dunning-runs', { hash })).body;
  expect(run).toMatchObject({ notices: 1, feeCents: 250 });
  const sent = (await anton.get<SentRun>(`/api/dunning-runs/${run.id}`)).body;
  expect(sent.notices).toMatchObject([{ payerId: id, name: 'Druckerei', address: ['Druckerei', 'Marktplatz 3', '59999 Auenfeld'] }]);
  expect((await account(id)).body).toMatchObject({ openCents: 6250 });
  const mail = await server.latestMail('druckerei@firma.example');
  expect(mail).toContain('62,50');
  expect(mail).not.toContain('Profil');
});

test('an organisation without any address of e-mail is asked by letter; one with a contact by mail to that one', async () => {
  const silent = await enter('Kegelbahn', { email: '' });
  const spoken = await enter('Reisebüro', { email: '', contacts: [{ name: 'Rita Reise', email: 'rita@reise.example' }] });
  const levy = await ask([silent.id, spoken.id], { label: 'Standgeld', cents: 4000 });
  expect(levy).toMatchObject({ count: 2, told: 1, letters: 1 });
  expect(await server.latestMail('rita@reise.example')).toContain('Standgeld');
  const { letters } = (await anton.get<PayerLetters>(`/api/levies/${levy.id}/letters`)).body;
  expect(letters).toMatchObject([
    { name: 'Kegelbahn', address: ['Kegelbahn', 'Marktplatz 3', '59999 Auenfeld'], transfer: { cents: 4000 } },
  ]);
  const undone = await anton.post<Levy>(`/api/levies/${levy.id}/undoing`, { reason: 'Irrtum', version: levy.version });
  expect(undone.body.state).toBe('undone');
  expect(await server.latestMail('rita@reise.example')).toContain('gilt nicht mehr');
});

test('nobody but the board of the club sees or asks organisations, and not those of another club', async () => {
  const { id } = await enter('Gärtnerei');
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect(codeOf(await account(id, client))).toEqual([403, 'forbidden']);
    expect(codeOf(await client.post('/api/levies/preview', order([id])))).toEqual([403, 'forbidden']);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect(codeOf(await account(id, alma))).toEqual([404, 'not-found']);
  expect((await alma.post('/api/levies/preview', order([id]))).status).toBe(422);
  expect((await alma.post('/api/payments', { payerId: id, cents: 100, bookedOn: today() })).status).toBe(404);
  expect((await anton.post('/api/levies/preview', order([]))).status).toBe(422);
  expect((await anton.post('/api/levies/preview', order([id], { kind: 'helper_hours', year: 2026 }))).status).toBe(422);
});

test('two entries of one organisation become one account; what both owe the same stands in the way', async () => {
  const [twice, whole] = [await enter('Gasthaus Krone'), await enter('Gasthaus Krone e. K.')];
  await ask([twice.id, whole.id], { label: 'Werbung', cents: 2000 });
  await anton.post('/api/payments', { payerId: twice.id, cents: 2500, bookedOn: today() });
  const merge = (more: object = {}) =>
    anton.post<MergedOrganisations & { fields?: { message: string }[] }>(`/api/organisations/${twice.id}/merger`, {
      version: twice.version,
      intoId: whole.id,
      isDryRun: false,
      ...more,
    });
  expect((await merge({ isDryRun: true })).body).toMatchObject({ charges: 1 });
  const refused = await merge();
  expect([refused.status, refused.body.fields?.[0]?.message]).toEqual([422, expect.stringContaining('„Werbung“')]);
  const [other] = (await account(whole.id)).body.charges;
  await anton.post('/api/charges/state', { items: [{ id: other?.id, version: other?.version }], to: 'cancelled', reason: 'Doppelt' });
  await anton.send('PUT', `/api/dunning-stops/${twice.id}`, { reason: 'Klärung', until: null });
  expect((await merge()).body).toMatchObject({ charges: 1 });
  expect((await account(whole.id)).body).toMatchObject({ openCents: 0, creditCents: 500, stop: { reason: 'Klärung' } });
  expect((await account(twice.id)).status).toBe(404);
});
