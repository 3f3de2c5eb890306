import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckResult } from '#shared/kernel/health/checks.ts';
import { noteBackup } from '#server/office/backup/lastBackup.ts';
import { checksOf } from '#server/checks.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorage();
});
afterAll(() => server.close());

async function check(name: string): Promise<CheckResult | undefined> {
  const svea = await server.signedIn('super');
  return (await svea.get<CheckResult[]>('/api/checks')).body.find((one) => one.name === name);
}

test('only a super sees the checks', async () => {
  expect((await server.visitor().get('/api/checks')).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor', 'admin'] as const)
    expect((await (await server.signedIn(role)).get('/api/checks')).status).toBe(403);
  const svea = await server.signedIn('super');
  const { status, body } = await svea.get<CheckResult[]>('/api/checks');
  expect(status).toBe(200);
  expect(body.map(({ name }) => name)).toEqual([
    'Datenbank',
    'Datenbankschritte',
    'Uhr',
    'Hintergrundarbeit',
    'Mails',
    'Dateien',
    'Festplatte',
    'Adresse und TLS',
    'Sicherung',
    'Schulferien',
    'Zweiter Faktor',
    'Fehler in Browsern',
  ]);
  // Every failed check says how to fix it.
  for (const { state, text } of body) expect(text).toMatch(state === 'ok' ? /\.$/ : /Bitte|Sonst bitte|steht im Protokoll|Gibt es/);
});

test('one of something is told in the singular', async () => {
  await server.sql("delete from outbox_mail where state = 'queued'");
  await server.sql(
    "insert into outbox_mail (club, kind, recipient, subject, body, give_up_at) values ('RWA', 'reset', 'a@b.test', 'x', 'x', now() + interval '5 days')",
  );
  expect((await check('Mails'))?.text).toContain('eine Mail wartet');
  await server.sql("delete from outbox_mail where state = 'queued'");
  expect((await check('Mails'))?.text).toContain('0 Mails warten');
});

test('the checks of the server itself pass on a fresh server', async () => {
  for (const name of ['Datenbank', 'Datenbankschritte', 'Uhr', 'Dateien', 'Adresse und TLS'])
    expect(await check(name)).toMatchObject({ name, state: 'ok' });
});

test('jobs that do not run are an error, one that failed last is named, and all is well after a success', async () => {
  expect(await check('Hintergrundarbeit')).toMatchObject({ state: 'bad', text: expect.stringContaining('Läuft der Server?') });
  const { jobsOf } = await import('#server/jobs.ts');
  for (const { name } of jobsOf(server, undefined)) {
    await server.sql('select pgboss.create_queue($1, $2)', [name, { policy: 'singleton', retryLimit: 0 }]);
    await server.sql("insert into pgboss.job (name, state, completed_on) values ($1, 'completed', now())", [name]);
  }
  expect(await check('Hintergrundarbeit')).toMatchObject({ state: 'ok' });
  expect((await check('Hintergrundarbeit'))?.text).toMatch(/zuletzt \S+ \(\d\d\.\d\d\., \d\d:\d\d\); am längsten her ist \S+ \(/);
  // With a mail server there is one more job, which has not run yet.
  const mailing = { ...server, settings: { ...server.settings, SMTP_URL: 'smtp://mail.example' } };
  const looked = checksOf(mailing).find(({ name }) => name === 'Hintergrundarbeit');
  expect(await looked?.look(mailing)).toMatchObject({ state: 'bad', text: expect.stringMatching(/lief nicht: mail\./) });
  await server.sql("insert into pgboss.job (name, state, completed_on) values ('leavers', 'failed', now())");
  expect(await check('Hintergrundarbeit')).toMatchObject({ state: 'bad', text: expect.stringContaining('leavers') });
  await server.sql("insert into pgboss.job (name, state, completed_on) values ('leavers', 'completed', now())");
  expect(await check('Hintergrundarbeit')).toMatchObject({ state: 'warn', text: expect.stringContaining('leavers') });
  await server.sql("update pgboss.job set completed_on = now() - interval '20 minutes'");
  expect(await check('Hintergrundarbeit')).toMatchObject({ state: 'bad', text: expect.stringMatching(/lief nicht: .*offers/) });
});

test('no backup is an error, a fresh one is fine, one older than a month is a warning', async () => {
  expect(await check('Sicherung')).toMatchObject({ state: 'bad' });
  await noteBackup(server.database, { isNightly: false });
  expect(await check('Sicherung')).toMatchObject({ state: 'ok' });
  setClock(new Date(Date.now() - 40 * 24 * 3_600_000));
  await noteBackup(server.database, { isNightly: false });
  setClock();
  expect(await check('Sicherung')).toMatchObject({ state: 'warn', text: expect.stringContaining('40 Tage alt') });
});

test('missing nightly backups are shown by the checks and by the dashboard of super and board', async () => {
  const card = async () => {
    const counts: (number | undefined)[] = [];
    for (const role of ['super', 'admin'] as const) {
      const { body } = await (await server.signedIn(role)).get<{ name: string; count: number }[]>('/api/dashboard');
      counts.push(body.find(({ name }) => name === 'backupOverdue')?.count);
    }
    expect(counts[1]).toBe(counts[0]);
    return counts[0];
  };
  await noteBackup(server.database, { isNightly: true });
  expect([await check('Sicherung'), await card()]).toMatchObject([{ state: 'ok' }, 0]);
  setClock(new Date(Date.now() - 4.5 * 24 * 3_600_000));
  await noteBackup(server.database, { isNightly: true });
  setClock();
  expect([await check('Sicherung'), await card()]).toMatchObject([{ state: 'warn' }, 3]);
  await server.sql("delete from system_value where name like 'backup.%'");
  expect(await card()).toBe(0);
  await server.sql("update system_value set value = (now() - interval '36 days 1 hour')::text where name like 'data.key.%'");
  expect(await card()).toBe(2);
});

test('the board sees how old the last backup is, and nobody below it', async () => {
  const ask = async () => (await (await server.signedIn('admin')).get('/api/checks/backup')).body;
  await server.sql("delete from system_value where name like 'backup.%'");
  await server.sql("update system_value set value = now()::text where name like 'data.key.%'");
  expect(await ask()).toEqual({ madeOn: null, isOverdue: false });
  setClock(new Date(Date.now() - 3 * 24 * 3_600_000));
  const day = today();
  await noteBackup(server.database, { isNightly: true });
  expect(await ask()).toEqual({ madeOn: day, isOverdue: false });
  setClock();
  expect(await ask()).toEqual({ madeOn: day, isOverdue: true });
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await (await server.signedIn(role)).get('/api/checks/backup')).status).toBe(403);
});

test('school holidays that end within a year, and admins with only a password, are warnings', async () => {
  expect(await check('Schulferien')).toMatchObject({ state: 'ok' });
  await server.sql("delete from calendar_day_rule where kind = 'school_holiday' and ends_on > current_date + 300");
  expect(await check('Schulferien')).toMatchObject({ state: 'warn' });
  expect(await check('Zweiter Faktor')).toMatchObject({ state: 'warn', text: expect.stringMatching(/^6 von 6 Konten/) });
});

test('without a mail server the checks say that mails are waiting', async () => {
  expect(await check('Mails')).toMatchObject({ state: 'warn', text: expect.stringContaining('SMTP_URL') });
});
