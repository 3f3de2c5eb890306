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
import type { Refusable } from '#test/seasons.ts';
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
async function bankLine(reference: string, name: string, sum: string): Promise<KeptLine | undefined> {
  const csv = `Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag\n${germanDate(today())};${reference};${name};${sum}`;
  await anton.post('/api/bank-lines', { fileName: 'umsaetze.csv', content: Buffer.from(csv).toString('base64') });
  return (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body.rows.find(({ purpose }) => purpose === reference);
}
const merge = ({ id, version }: Organisation, into: Organisation, more: object = {}) =>
  anton.post<Refusable<MergedOrganisations>['body']>(`/api/organisations/${id}/merger`, {
    version,
    intoId: into.id,
    isDryRun: false,
    ...more,
  });
const account = async (id: string, client = anton) => client.get<PayerAccount>(`/api/accounts/${id}`);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string } | undefined)?.code];

test('the office charges an organisation: it is mailed, its account shows it, and a transfer by its account number pays it', async () => {
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
    mailTo: 'sparkasse@firma.example',
    reference: expect.stringMatching(/^RWA-K\d+$/),
  });
  const found = await anton.get<{ rows: ListedCharge[] }>('/api/charges?search=Sparkasse');
  expect(found.body.rows).toMatchObject([
    { name: 'Sparkasse', payer: 'Sparkasse', isOrganisation: true, payerId: bank.id, method: 'transfer' },
  ]);
  const line = await bankLine(body.reference, 'Sparkasse Auenfeld', '250,00');
  expect(line).toMatchObject({ result: 'match', message: expect.stringContaining('(Sparkasse)') });
  expect((await anton.post('/api/bank-lines/bookings', { ids: [line?.id] })).body).toMatchObject({ booked: 1, cents: 25_000 });
  expect((await account(bank.id)).body).toMatchObject({ openCents: 0, creditCents: 0 });
});

test('part payments, overpayments, waivers, installments and reversals work on the account of an organisation as on that of a person', async () => {
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

test('an organisation takes over the charge of a person, and only a payer known to the club', async () => {
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
  // The reverse does not apply: what an organisation owes itself stays with an organisation.
  await ask([office.id], { label: 'Raummiete', cents: 5000 });
  const own = (await account(office.id)).body.charges.find(({ label }) => label === 'Raummiete');
  expect((await change(child?.id ?? '', own)).status).toBe(422);
});

test('an organisation that does not pay is reminded and dunned with the fee on the same account; a stop prevents that', async () => {
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

test('an organisation without any email address gets a letter; one with a contact a mail to that one', async () => {
  const silent = await enter('Kegelbahn', { email: '' });
  const spoken = await enter('Reisebüro', { email: '', contacts: [{ name: 'Rita Reise', email: 'rita@reise.example' }] });
  const levy = await ask([silent.id, spoken.id], { label: 'Standgeld', cents: 4000 });
  expect(levy).toMatchObject({ count: 2, told: 1, letters: 1 });
  expect(await server.latestMail('rita@reise.example')).toContain('Standgeld');
  const { letters } = (await anton.get<PayerLetters>(`/api/levies/${levy.id}/letters`)).body;
  expect(letters).toMatchObject([
    { name: 'Kegelbahn', address: ['Kegelbahn', 'Marktplatz 3', '59999 Auenfeld'], transfer: { cents: 4000 } },
  ]);
  await server.sql("update outbox_mail set state = 'sent', sent_at = now() where recipient = 'rita@reise.example'");
  const undone = await anton.post<Levy>(`/api/levies/${levy.id}/undoing`, { reason: 'Irrtum', version: levy.version });
  expect(undone.body.state).toBe('undone');
  expect(await server.latestMail('rita@reise.example')).toContain('gilt nicht mehr');
});

test('only the board of the club sees or charges organisations, and not those of another club', async () => {
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

test('two records of one organisation become one account; an equal debt of both prevents it, which the preview reports', async () => {
  const [twice, whole] = [await enter('Gasthaus Krone'), await enter('Gasthaus Krone e. K.')];
  await ask([twice.id, whole.id], { label: 'Werbung', cents: 2000 });
  await anton.post('/api/payments', { payerId: twice.id, cents: 2500, bookedOn: today() });
  for (const isDryRun of [true, false]) {
    const { status, body } = await merge(twice, whole, { isDryRun });
    expect([status, body.fields]).toEqual([422, [{ path: 'intoId', message: expect.stringContaining('„Werbung“') }]]);
  }
  const [other] = (await account(whole.id)).body.charges;
  await anton.post('/api/charges/state', { items: [{ id: other?.id, version: other?.version }], to: 'cancelled', reason: 'Doppelt' });
  await anton.send('PUT', `/api/dunning-stops/${twice.id}`, { reason: 'Klärung', until: null });
  const counted = { charges: 1, payments: 1 };
  expect((await merge(twice, whole, { isDryRun: true })).body).toMatchObject(counted);
  const [before] = await server.sql<{ id: string }>('select max(id) as id from notice');
  expect((await merge(twice, whole)).body).toMatchObject(counted);
  const told = await server.sql<{ collection: string }>('select collection from notice where id > $1', [before?.id]);
  expect(told.map(({ collection }) => collection)).toEqual(expect.arrayContaining(['charges', 'organisations']));
  expect((await account(whole.id)).body).toMatchObject({ openCents: 0, creditCents: 500, stop: { reason: 'Klärung' } });
  expect((await account(twice.id)).status).toBe(404);
  const entries = await server.sql("select content from audit where action = 'charges.manage' order by id desc limit 1");
  expect(entries).toEqual([{ content: 'Konto von Gasthaus Krone zu Gasthaus Krone e. K. gelegt: 1 Forderung, 1 Zahlung' }]);
});

test('after a merge the number of the merged organisation still pays open charges', async () => {
  const [first, second, whole] = [await enter('Fleischerei'), await enter('Fleischerei Ost'), await enter('Fleischerei West')];
  await ask([first.id], { label: 'Grillfest', cents: 7100 });
  const reference = (await account(first.id)).body.reference;
  for (const [from, into] of [
    [first, second],
    [{ ...second, version: second.version + 1 }, whole],
  ] as const)
    expect((await merge(from, into)).status).toBe(200);
  const line = await bankLine(reference, 'Fleischerei', '71,00');
  const now = (await account(whole.id)).body.reference;
  expect(line).toMatchObject({
    result: 'match',
    message: `Verwendungszweck nennt das Konto ${reference}, jetzt ${now} (Fleischerei West).`,
  });
  expect((await anton.post('/api/bank-lines/bookings', { ids: [line?.id] })).body).toMatchObject({ booked: 1, cents: 7100 });
  expect((await account(whole.id)).body).toMatchObject({ openCents: 0, creditCents: 0 });
});

test('an organisation without an address of its own is mailed at the contact who may sign for it, and its account shows that address', async () => {
  const contacts = [
    { name: 'Anna Anders', email: 'anna@zirkus.example', maySign: false },
    { name: 'Zita Zeichen', email: 'zita@zirkus.example' },
  ];
  const { id } = await enter('Zirkus', { email: '', contacts });
  await ask([id], { label: 'Zeltplatz' });
  expect(await server.latestMail('zita@zirkus.example')).toContain('Zeltplatz');
  expect((await account(id)).body).toMatchObject({ mailTo: 'zita@zirkus.example', address: ['Zirkus', 'Marktplatz 3', '59999 Auenfeld'] });
});
