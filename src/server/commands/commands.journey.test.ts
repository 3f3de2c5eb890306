import fs from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { makeDatabase, runCommandLine, temporaryFolder, type Ended, type OwnDatabase } from '#test/processes.ts';

const databases: OwnDatabase[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

test('superuser creates a first super with a link to set the password, and records it', async () => {
  const { run, sql } = await product();
  const answer = await run('superuser', ['Mia@Verein.de', '--club', 'scb', '--firstname', 'Mia', '--lastname', 'Beispiel']);
  expect(answer).toMatchObject({ code: 0, errors: '' });
  expect(answer.output).toMatch(/^Mia Beispiel ist jetzt Superuser.*\nhttp:\/\/scb\.localhost:3000\/reset#[\w-]{43}\n$/);
  expect(await sql("select 1 from mail_link where expires_at > now() + interval '31 minutes'")).toEqual([]);
  expect(await sql('select email, role, club from app_user')).toEqual([{ email: 'mia@verein.de', role: 'super', club: 'SCB' }]);
  expect(await sql('select content, action from audit')).toEqual([
    { content: 'Zum Superuser gemacht: Mia Beispiel', action: 'users.setRoleSuper' },
  ]);
  expect(await sql('select count(*)::int as mails from outbox_mail')).toEqual([{ mails: 0 }]);
});

test('superuser gives an existing account the role, also a disabled one, and keeps the rest', async () => {
  const { run, sql } = await product('demonstration');
  await sql("update app_user set disabled_at = now() where email = 'reader@gsv.test'");
  expect(await run('superuser', ['reader@gsv.test'])).toMatchObject({ code: 0, errors: '' });
  expect(await sql("select role, club, disabled_at as disabled from app_user where email = 'reader@gsv.test'")).toEqual([
    { role: 'super', club: 'GSV', disabled: null },
  ]);
  const mails = () => sql("select subject from outbox_mail where recipient = 'reader@gsv.test'");
  expect(await mails()).toEqual([{ subject: 'Ihre Rolle wurde geändert' }]);
  // The second time nothing changes, so no mail says that something did.
  expect(await run('superuser', ['reader@gsv.test'])).toMatchObject({ code: 0, errors: '' });
  expect(await mails()).toHaveLength(1);
  expect(await sql('select count(*)::int as accounts from auth_user')).toEqual([{ accounts: 15 }]);
});

test('check:all prints one line per check, and exits with 1 if something must be fixed', async () => {
  const { run, sql } = await product('demonstration');
  const before = await run('checkAll');
  expect(before).toMatchObject({ code: 1, errors: '' });
  // The tests connect as the database superuser.
  expect(before.output).toMatch(/^Hinweis {2}Datenbank: Der Benutzer in DATABASE_URL darf in PostgreSQL alles/m);
  expect(before.output).toMatch(/^gut {6}Datenbankschritte: Alle /m);
  expect(before.output).toMatch(/^Hinweis {2}Mails: Es ist kein Mailserver eingerichtet/m);
  expect(before.output).toMatch(/^FEHLER {3}Hintergrundarbeit: .* Läuft der Server\?/m);
  expect(before.output).toMatch(/^FEHLER {3}Sicherung: Es gibt noch keine Sicherung/m);
  const names = /lief nicht: (.*?)\. /.exec(before.output)?.[1];
  expect(names?.split(', ')).toHaveLength(5);
  await sql("insert into system_value values ('backup.last', now()::text) on conflict do nothing");
  expect((await run('checkAll')).output).toMatch(/^gut {6}Sicherung: /m);
});

test('an invalid command ends with one sentence and changes nothing', async () => {
  const { run, sql } = await product();
  const cases: [string, string[]][] = [
    ['superuser', []],
    ['superuser', ['nobody']],
    ['superuser', ['a@b.de', '--club', 'XYZ']],
    ['superuser', ['a@b.de', 'c@d.de']],
    ['superuser', ['a@b.de', '--unknown']],
    ['demo', ['--courses', '100']],
    ['outbox', ['all']],
    ['token', []],
    ['audit', ['--quick']],
    ['backup', ['a', 'b']],
    ['restore', ['a', 'b']],
  ];
  for (const [name, words] of cases) {
    const answer = await run(name, words);
    expectOneSentence(answer);
    expect(answer.errors).toContain(`npm run ${name}`);
  }
  expect(await sql('select count(*)::int as accounts from auth_user')).toEqual([{ accounts: 0 }]);
});

test('outbox shows mails in full on a demo database only', async () => {
  const { run, sql } = await product();
  await sql(
    "insert into outbox_mail (kind, club, recipient, subject, body) values ('reset', 'RWA', 'a@x.test', 'Neues Passwort', '#geheim')",
  );
  expectOneSentence(await run('outbox'));
  expect(await run('demo')).toMatchObject({ code: 0, errors: '' });
  const answer = await run('outbox');
  expect(answer).toMatchObject({ code: 0, errors: '' });
  expect(answer.output).toMatch(/An: a@x\.test\nBetreff: Neues Passwort\n\n#geheim/);
});

test('audit verifies the log, and names an entry that was changed manually', async () => {
  const { run, sql } = await product('demonstration');
  const good = await run('audit');
  expect(good).toMatchObject({ code: 0, errors: '' });
  expect(good.output).toMatch(/^Protokoll: 1 Einträge, lückenlos und unverändert\.\nRWA letzter Eintrag 1 [0-9a-f]{64}\n$/);
  await sql("set app.ledger = 'on'; update audit set content = 'etwas anderes'");
  const bad = await run('audit');
  expect(bad.code).toBe(1);
  expect(bad.errors).toBe('RWA Eintrag 1: Vorgang wurde geändert\n');
});

test('demo --clear removes all accounts and mails, resets the clubs, and requires a confirmation', async () => {
  const { run, sql, data } = await product('demonstration');
  await sql("update club set slogan = 'geändert'");
  fs.mkdirSync(`${data}/files`);
  expectOneSentence(await run('demo', ['--clear']));
  expect(await sql('select count(*)::int as accounts from auth_user')).toEqual([{ accounts: 15 }]);
  expect(await run('demo', ['--clear', '--yes'])).toMatchObject({ code: 0, errors: '' });
  expect(await sql('select count(*)::int as accounts from auth_user')).toEqual([{ accounts: 0 }]);
  expect(await sql('select count(*)::int as users from app_user')).toEqual([{ users: 0 }]);
  expect(await sql("select count(*)::int as clubs from club where slogan <> 'geändert'")).toEqual([{ clubs: 3 }]);
  expect(await sql('select content from audit')).toEqual([{ content: 'Demonstrationsdaten gelöscht' }]);
  // Public holidays of the state and installation-wide defaults are not part of the demo data.
  expect(await sql('select distinct scope from calendar_day_rule')).toEqual([{ scope: 'state' }]);
  expect(await sql("select cents from allowance_limit where kind = 'trainer' and year = 2026")).toEqual([{ cents: 330_000 }]);
  expect(await sql("select name from licence_kind where name = 'Trainer C Breitensport'")).toHaveLength(1);
  expect(fs.existsSync(`${data}/files`)).toBe(false);
  expect(await run('audit')).toMatchObject({ code: 0 });
});

test('demo fills the database of a slow machine, too: a statement of its may take longer than one of a request', async () => {
  const { run, sql } = await product();
  await sql('create sequence slowed');
  await sql(
    "create function slow() returns trigger language plpgsql security definer as 'begin if nextval(''slowed'') = 1 then perform pg_sleep(3.7); end if; return null; end'",
  );
  await sql('create trigger slow after insert on attendance for each statement execute function slow()');
  expect(await run('demo')).toMatchObject({ code: 0, errors: '' });
  expect(await sql('select count(*)::int as accounts from auth_user')).toEqual([{ accounts: 15 }]);
  expect(await sql('select last_value > 1 as "wasSlow" from slowed')).toEqual([{ wasSlow: true }]);
}, 60_000);

test('demo neither clears nor fills a database with real accounts', async () => {
  const { run, sql } = await product();
  await run('superuser', ['mia@verein.de']);
  expectOneSentence(await run('demo', ['--clear', '--yes']));
  expectOneSentence(await run('demo'));
  expect(await sql('select count(*)::int as accounts from auth_user')).toEqual([{ accounts: 1 }]);
});

/** An empty database, or one with the demo data. */
async function product(content: 'migrated' | 'demonstration' = 'migrated') {
  const database = await makeDatabase({ content });
  databases.push(database);
  const data = temporaryFolder();
  folders.push(data);
  const run = (name: string, words: string[] = []) => runCommandLine(name, words, { DATABASE_URL: database.url(), DATA_DIR: data });
  return { run, sql: database.sql, data };
}

function expectOneSentence({ code, errors, output }: Ended): void {
  expect(code).toBe(1);
  expect(output).toBe('');
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(errors).not.toMatch(/Error|at .*:\d+/);
}

test('token issues a bearer token for demo accounts only, fresh or expired', async () => {
  expectOneSentence(await (await product()).run('token', ['admin@rwa.test']));
  const { run } = await product('demonstration');
  const lifeOf = async (...words: string[]) => {
    const { code, output } = await run('token', words);
    const { exp } = JSON.parse(Buffer.from(output.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
    return [code, exp * 1000 > Date.now()];
  };
  expect(await lifeOf('admin@rwa.test')).toEqual([0, true]);
  expect(await lifeOf('admin@rwa.test', '--expired')).toEqual([0, false]);
  expectOneSentence(await run('token', ['nobody@rwa.test']));
});
