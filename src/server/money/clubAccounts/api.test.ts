import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClubAccount, ClubAccountInput } from '#shared/club/bankAccounts/contract.ts';
import type { Balance } from '#shared/money/cash/contract.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql(`delete from club_account where club = 'GSV'`);
  await server.outdate();
  anton = await server.signedIn('admin', 'GSV');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const giro = {
  name: 'Girokonto',
  holder: 'Gesamtverein e. V.',
  iban: 'DE02 1203 0000 0000 2020 51',
  creditorId: 'DE98ZZZ09999999999',
  isCollect: true,
  isPay: true,
};
const savings = { ...giro, name: 'Tagesgeld', iban: 'DE75512108001245126199', isCollect: false, isPay: false };
const create = (input: object, client = anton) => client.post<ClubAccount>('/api/club-accounts', input);
const list = async (client = anton) => (await client.get<ClubAccount[]>('/api/club-accounts')).body;
const typed = ({ name, holder, iban, bic, creditorId, formerCreditorId, isCollect, isPay }: ClubAccount): ClubAccountInput => {
  return { name, holder, iban, bic, creditorId, formerCreditorId, isCollect, isPay };
};
const update = (account: ClubAccount, more: object, client = anton) =>
  client.send<ClubAccount>('PUT', `/api/club-accounts/${account.id}`, { ...typed(account), version: account.version, ...more });
const end = (account: ClubAccount, endedOn: string | null) =>
  anton.send<ClubAccount>('PUT', `/api/club-accounts/${account.id}/end`, { endedOn, version: account.version });
const named = async (name: string): Promise<ClubAccount> => {
  const account = (await list()).find((one) => one.name === name);
  if (!account) throw new Error(`no account ${name}`);
  return account;
};
const faultOf = ({ status, body }: Answer) => {
  const { code, fields } = (body ?? {}) as { code?: string; fields?: { path: string; message: string }[] };
  return [status, fields?.[0]?.path ?? code, fields?.[0]?.message];
};

test('only the board of the club sees and changes its accounts', async () => {
  const { body: account } = await create(giro);
  expect(account).toMatchObject({ iban: 'DE02120300000000202051', isMain: true, isConfirmed: true, isCollect: true, endedOn: null });
  const refused = [
    server.visitor('GSV'),
    ...(await Promise.all((['reader', 'trainer', 'editor'] as const).map((role) => server.signedIn(role, 'GSV')))),
  ];
  for (const client of [...refused, await server.signedIn('admin', 'SCB')]) {
    expect([401, 403, 404]).toContain((await client.get('/api/club-accounts?club=GSV')).status);
    expect([401, 403, 404]).toContain((await create({ ...savings, club: 'GSV' }, client)).status);
    expect([401, 403, 404]).toContain((await update(account, { name: 'Fremd' }, client)).status);
    expect([401, 403, 404]).toContain(
      (await client.send('PUT', `/api/club-accounts/${account.id}/end`, { endedOn: null, version: 1 })).status,
    );
    expect([401, 403, 404]).toContain((await client.post(`/api/club-accounts/${account.id}/confirmation`, { version: 1 })).status);
  }
  expect((await (await server.signedIn('super')).get<ClubAccount[]>('/api/club-accounts?club=GSV')).body).toHaveLength(1);
  expect(await list()).toEqual([account]);
});

test('each admin is told of a change by mail; the log does not contain the whole IBAN', async () => {
  const board = await server.sql<{ email: string }>(
    `select email from app_user where club = 'GSV' and role = 'admin' and disabled_at is null`,
  );
  expect(board.length).toBeGreaterThan(0);
  for (const { email } of board) {
    const mail = await server.latestMail(email);
    expect(mail).toContain('„Girokonto“ angelegt');
    expect(mail).toContain('IBAN: DE02 1203 0000 0000 2020 51');
  }
  const logged = await server.sql<{ text: string }>(`select audit::text as text from audit where action = 'clubAccount.manage'`);
  expect(logged).toHaveLength(1);
  expect(logged[0]?.text).not.toContain('0000202051');
});

test('an IBAN and a name exist once in a club; one account collects and one pays', async () => {
  expect(faultOf(await create({ ...savings, iban: giro.iban }))).toEqual([422, 'iban', 'Diese IBAN hat schon „Girokonto“.']);
  expect(faultOf(await create({ ...savings, name: 'girokonto' }))).toEqual([422, 'name', 'Ein Konto mit diesem Namen gibt es schon.']);
  expect(faultOf(await create({ ...savings, iban: 'DE75512108001245126198' }))[1]).toBe('iban');
  expect((await create(savings)).body).toMatchObject({ isMain: false, isUsed: false });
  expect((await update(await named('Tagesgeld'), { isPay: true })).status).toBe(200);
  expect((await list()).map(({ name, isCollect, isPay }) => [name, isCollect, isPay])).toEqual([
    ['Girokonto', true, false],
    ['Tagesgeld', false, true],
  ]);
  // The same form in two windows: the second one is told.
  const account = await named('Tagesgeld');
  expect((await update(account, { isPay: false })).status).toBe(200);
  expect(faultOf(await update(account, { isPay: true }))).toEqual([409, 'conflict', undefined]);
  expect((await update(await named('Girokonto'), { isPay: true })).status).toBe(200);
  await expect(server.sql(`update club_account set is_collect = true where club = 'GSV'`)).rejects.toThrow('club_account_collects');
  await expect(
    server.sql(
      `insert into club_account (id, club, name, iban, created_at) values (gen_random_uuid(), 'GSV', 'Doppelt', 'DE02120300000000202051', now())`,
    ),
  ).rejects.toThrow('club_account_iban');
});

test('an opening balance and a change of the same account at once: one is saved, the other gets the conflict', async () => {
  const { body: account } = await create({ ...savings, name: 'Rücklage', iban: 'DE12500105170648489890' });
  const opening = (cents: number, version: number) =>
    anton.send<{ version: number }>('PUT', '/api/balances/bank/opening', { accountId: account.id, cents, day: '2026-01-01', version });
  const { version } = (await opening(5000, 0)).body;
  const other = await server.database.pool.connect();
  try {
    await other.query("begin; select set_config('app.club', '*', true)");
    await other.query('select 1 from club_account where id = $1 for update', [account.id]);
    const both = [update({ ...account, version }, { bic: 'DEUTDEFF' }), opening(7000, version)];
    const waiting = async () => {
      const { rows } = await other.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    while ((await waiting()) !== 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await other.query('commit');
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  } finally {
    await other.query('rollback');
    other.release();
  }
  await server.sql('delete from club_account where id = $1', [account.id]);
  await server.outdate();
});

test('an IBAN is fixed once money lies on its account; one without money can be corrected', async () => {
  const fresh = await named('Tagesgeld');
  expect((await update(fresh, { iban: 'DE12500105170648489890' })).status).toBe(200);
  expect((await update(await named('Tagesgeld'), { iban: savings.iban })).status).toBe(200);
  const entry = {
    category: 'interest',
    sphere: 'asset',
    text: 'Zinsen',
    cents: 700,
    bookedOn: today(),
    account: 'bank',
    accountId: fresh.id,
  };
  expect((await anton.post('/api/ledger-entries', entry)).status).toBe(200);
  expect(faultOf(await update(await named('Tagesgeld'), { iban: 'DE12500105170648489890' }))[1]).toBe('iban');
  expect((await update(await named('Tagesgeld'), { holder: 'Gesamtverein' })).status).toBe(200);
  const balances = (await anton.get<Balance[]>(`/api/balances/${today().slice(0, 4)}`)).body;
  expect(balances.find(({ name }) => name === 'Tagesgeld')).toMatchObject({ inCents: 700, endCents: 700 });
});

test('an account that collects, or has a pending run, is not closed; a closed one accepts nothing and keeps its history', async () => {
  expect(faultOf(await end(await named('Girokonto'), today()))).toEqual([
    422,
    'endedOn',
    'Dieses Konto zieht noch ein. Bitte zuerst ein anderes dafür wählen.',
  ]);
  const account = await named('Tagesgeld');
  await server.sql(
    `insert into payout_run (id, club, message_id, execution_on, account_id, debtor_name, debtor_iban, total_cents, created_by, created_at)
     values (gen_random_uuid(), 'GSV', 'GSV-A-1', $1, $2, 'G', '', 500, 'Alma', now())`,
    [today(), account.id],
  );
  expect(faultOf(await end(account, today()))[2]).toContain('noch nicht abgeschlossen');
  await server.sql(`update payout_run set state = 'discarded' where message_id = 'GSV-A-1'`);
  expect(faultOf(await end(account, '2099-01-01'))[1]).toBe('endedOn');
  expect((await end(account, today())).body).toMatchObject({ endedOn: today() });
  const ended = await named('Tagesgeld');
  expect(faultOf(await update(ended, { name: 'Anders' }))).toEqual([409, 'wrong-state', undefined]);
  const entry = {
    category: 'interest',
    sphere: 'asset',
    text: 'Zinsen',
    cents: 700,
    bookedOn: today(),
    account: 'bank',
    accountId: ended.id,
  };
  expect(faultOf(await anton.post('/api/ledger-entries', entry))[1]).toBe('accountId');
  for (const url of ['/api/sepa-runs', '/api/payout-runs']) {
    const order = url.includes('sepa')
      ? { collectionDate: '2026-12-15' }
      : { chosen: [{ source: 'refund', sourceId: ended.id }], totalCents: 1 };
    expect(faultOf(await anton.post(url, { ...order, accountId: ended.id }))[1]).toBe('accountId');
  }
  const balances = (await anton.get<Balance[]>(`/api/balances/${today().slice(0, 4)}`)).body;
  expect(balances.find(({ name }) => name === 'Tagesgeld')).toMatchObject({ endedOn: today(), endCents: 700 });
  expect((await end(ended, null)).body).toMatchObject({ endedOn: null });
});

test('with four eyes a new account and a new IBAN wait for a second person', async () => {
  await server.sql(
    `insert into config_parameter (name, value, updated_at) values ('sepa.fourEyes', 'true', now()) on conflict (name) do update set value = 'true'`,
  );
  await server.outdate();
  const third = { ...savings, name: 'Projekt', iban: 'DE12500105170648489890' };
  expect(faultOf(await create({ ...third, isCollect: true }))).toEqual([
    422,
    'isCollect',
    'Erst wenn eine zweite Person das Konto bestätigt hat.',
  ]);
  const { body: made } = await create(third);
  expect(made).toMatchObject({ isConfirmed: false, mayConfirm: false });
  const confirm = (client: Client, version = made.version) =>
    client.post<ClubAccount>(`/api/club-accounts/${made.id}/confirmation`, { version });
  expect(faultOf(await confirm(anton))).toEqual([409, 'second-person', undefined]);
  const run = { collectionDate: '2026-12-15', accountId: made.id };
  expect(faultOf(await anton.post('/api/sepa-runs', run))[1]).toBe('accountId');
  const other = await server.signedIn('super');
  expect((await confirm(other)).body).toMatchObject({ isConfirmed: true });
  expect(faultOf(await confirm(other, made.version + 1))).toEqual([409, 'wrong-state', undefined]);
  expect((await update(await named('Projekt'), { isCollect: true })).status).toBe(200);
  // The one that collects does not become another one behind the back of the second person.
  expect(faultOf(await update(await named('Projekt'), { iban: 'DE89370400440532013000' }))[1]).toBe('isCollect');
  await server.sql(`delete from config_parameter where name = 'sepa.fourEyes'`);
});
