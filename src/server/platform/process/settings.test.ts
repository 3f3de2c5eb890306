import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { speakGerman } from '#shared/kernel/germanErrors.ts';
import { warnOfLooseTls } from './databaseUrl.ts';
import { readSettings } from './settings.ts';
import { StartError } from './startError.ts';
import { warnOfUnknownSettings } from './unknownSettings.ts';

speakGerman();

test('without any setting the server runs as a fresh local installation', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    secure: false,
    reachable: false,
    PASSWORD_MIN: 6,
    AUTH_KEY: 'vereinsportal',
    STORAGE_BUCKET: 'club-files',
  });
  expect(settings.hosts.SCB).toEqual(['scb.localhost']);
  expect(readSettings({ PORT: '', UNKNOWN: 'x' }).PORT).toBe(3000);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://app:secret@one,,two/portal'],
  ['DATABASE_URL', 'postgres://app:secret@one:5432,two:port/portal'],
  ['DATABASE_URL', 'postgres://app:secret@one,two/portal?target_session_attrs=any'],
  ['PUBLIC_URL', 'rwa.example'],
  ['CLUB_HOSTS_RWA', 'https://rwa.example'],
  ['CLUB_HOSTS_RWA', ' , '],
  ['DEMO', 'yes'],
  ['AUTH_KEY', 'a:b'],
  ['AUTH_SECRET', 'too-short'],
  ['AUTH_SYNC_URL', '//evil.example/sync'],
  ['PASSWORD_MIN', '5'],
  ['PASSWORD_CLASSES', '5'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '127.0.0.1,'],
  ['STORAGE_BUCKET', 'Big Bucket'],
  ['LOG_LEVEL', 'loud'],
  ['BACKUP_TO', 's3://Bucket/nachts'],
  ['BACKUP_TO', 's3:/bucket'],
])('the setting %s=%s is refused in one sentence that names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(StartError);
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Ungültige Einstellung ${name}: .+`));
});

test.each([
  'postgres://app:secret@one,two:5433,[::1]/portal?target_session_attrs=read-write',
  'postgresql://app@/portal?host=/var/run/postgresql',
  'postgres://app:secret@one/portal?target_session_attrs=read-write',
])('a database may be one server, several or a socket: %s', (url) => {
  expect(readSettings({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
});

test('an identity provider requires its client', () => {
  expect(() => readSettings({ OIDC_ISSUER: 'https://id.example' })).toThrow(/OIDC_CLIENT_ID/);
});

test('a partly configured file store is refused, since its bytes would stay on this machine', () => {
  const store = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'verein', S3_KEY: 'k', S3_SECRET: 's' };
  expect(readSettings(store).S3_BUCKET).toBe('verein');
  for (const name of Object.keys(store))
    expect(() => readSettings({ ...store, [name]: '' })).toThrow(new RegExp(`^Ungültige Einstellung ${name}: `));
});

test('backups in a store require its address and key, and do not include the bytes of files', () => {
  const store = { BACKUP_TO: 's3://sicherungen/verein', S3_ENDPOINT: 'http://127.0.0.1:9', S3_KEY: 'k', S3_SECRET: 's' };
  const { BACKUP_TO, S3_BUCKET } = readSettings(store);
  expect([BACKUP_TO, S3_BUCKET]).toEqual([store.BACKUP_TO, undefined]);
  for (const name of ['S3_ENDPOINT', 'S3_KEY', 'S3_SECRET'])
    expect(() => readSettings({ ...store, [name]: '' })).toThrow(new RegExp(`^Ungültige Einstellung ${name}: .*BACKUP_TO`));
});

test('metrics reachable from other machines require a token', () => {
  expect(() => readSettings({ METRICS_HOST: '0.0.0.0' })).toThrow(/^Ungültige Einstellung METRICS_TOKEN: /);
  expect(readSettings({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'a token that is long' }).METRICS_HOST).toBe('0.0.0.0');
});

test('contradictory settings are refused', () => {
  expect(() => readSettings({ PASSWORD_MIN: '40', PASSWORD_MAX: '20' })).toThrow(/PASSWORD_MAX: .*PASSWORD_MIN \(40\)/);
  expect(() => readSettings({ CLUB_HOSTS_SCB: 'scb.localhost,localhost' })).toThrow(/CLUB_HOSTS.*: localhost steht doppelt/);
});

test('a setting with a closed list of values names them', () => {
  expect(() => readSettings({ LOG_LEVEL: 'loud' })).toThrow('Ungültige Einstellung LOG_LEVEL: Möglich sind: fatal, error, warn');
  expect(() => readSettings({ DEMO: 'yes' })).toThrow('Ungültige Einstellung DEMO: Möglich sind: on, off.');
});

test("a database configured to use more than half of the machine's memory is refused", () => {
  expect(readSettings({ DATABASE_BUFFERS_MB: '256' }).DATABASE_BUFFERS_MB).toBe(256);
  const halfMb = Math.floor(os.totalmem() / 2 / 1024 ** 2);
  expect(() => readSettings({ DATABASE_BUFFERS_MB: String(halfMb + 1) })).toThrow('DATABASE_BUFFERS_MB: Höchstens die Hälfte');
});

test('an installation over TLS counts as secure, and one reachable from outside as reachable', () => {
  expect(readSettings({ PUBLIC_URL: 'https://rwa.example' })).toMatchObject({ secure: true, reachable: true });
  expect(readSettings({ HOST: '0.0.0.0' })).toMatchObject({ secure: false, reachable: true });
  for (const env of [
    { TRUSTED_PROXIES: '127.0.0.1' },
    { CLUB_HOSTS_RWA: 'www.rot-weiss.example' },
    { CLUB_HOSTS_GSV: 'gsv.localhost,gsv.lan' },
  ])
    expect(readSettings(env)).toMatchObject({ secure: false, reachable: true });
  expect(readSettings({ CLUB_HOSTS_SCB: 'blautal.localhost' }).reachable).toBe(false);
  expect(readSettings({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1' }).TRUSTED_PROXIES).toBe('127.0.0.1, 10.0.0.0/8, ::1');
});

test('a misspelled name in the settings file is reported with the intended one, and names of other programs are not', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, '.env');
  fs.writeFileSync(file, 'PUBLIC_ULR=https://verein.example\nSMTPURL=x\nPORT=3000\nTZ=UTC\nPGSSLROOTCERT=/x\nLIEBLINGSFARBE=rot\n');
  const told: string[] = [];
  warnOfUnknownSettings(['--max-old-space-size=512', `--env-file=${file}`, '--env-file=/nowhere'], (line) => told.push(line));
  expect(told.toSorted()).toEqual([
    `In ${file} steht LIEBLINGSFARBE: Diese Einstellung gibt es nicht.`,
    `In ${file} steht PUBLIC_ULR: Diese Einstellung gibt es nicht. Gemeint ist vielleicht PUBLIC_URL.`,
    `In ${file} steht SMTPURL: Diese Einstellung gibt es nicht. Gemeint ist vielleicht SMTP_URL.`,
  ]);
});

test('a value truncated at its # is reported; a secret is refused, unless the environment has it in full', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, '.env');
  const options = [`--env-file=${file}`];
  const write = (text: string) => {
    fs.writeFileSync(file, text);
    return parseEnv(text);
  };
  const told = () => {
    const lines: string[] = [];
    warnOfUnknownSettings(options, (line) => lines.push(line));
    return lines;
  };
  const cut = write('MAIL_FROM=Verein#Post <a@b.de>\nBACKUP_PASSWORD=sehr geheim genug#2026\n');
  expect(cut['BACKUP_PASSWORD']).toBe('sehr geheim genug');
  expect(() => readSettings(cut, options)).toThrow(
    /^Ungültige Einstellung BACKUP_PASSWORD: In .*\.env steht ein # darin, .*BACKUP_PASSWORD='…'/,
  );
  expect(told()[0]).toBe(`In ${file} wird MAIL_FROM nur bis zum # gelesen: Bitte den ganzen Wert in Anführungszeichen setzen.`);
  expect(readSettings({ BACKUP_PASSWORD: 'sehr geheim genug#2026' }, options).BACKUP_PASSWORD).toBe('sehr geheim genug#2026');
  const whole = write(
    `BACKUP_PASSWORD='sehr geheim genug#2026' # im Tresor\nPORT=3000 # wie immer\n#AUTH_SECRET=a#b\nSMTP_URL= # keiner\n`,
  );
  expect(readSettings(whole, options).BACKUP_PASSWORD).toBe('sehr geheim genug#2026');
  expect(readSettings(write("BACKUP_PASSWORD=erst dies#hier\nBACKUP_PASSWORD='dann doch das#da'\n"), options).BACKUP_PASSWORD).toBe(
    'dann doch das#da',
  );
  expect(told()).toEqual([]);
  for (const text of ["BACKUP_PASSWORD=#geheim und lang genug'", 'export S3_SECRET=a#b', 'SMTP_URL=smtps://name:pass#wort@mail.example'])
    expect(() => readSettings(write(text), options)).toThrow(/ steht ein # darin/);
  // A # inside a comment cuts off nothing.
  const noted = write('BACKUP_PASSWORD=geheimgeheim # siehe Ticket#5\n');
  expect(readSettings(noted, options).BACKUP_PASSWORD).toBe('geheimgeheim');
});

test.each(['DATA_KEY', 'AUTH_SECRET'])('of a truncated %s the beginning stays in effect, since it has encrypted stored data', (name) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, '.env');
  const refused = (value: string) => {
    fs.writeFileSync(file, `${name}=${value}\n`);
    return () => readSettings({ [name]: value.slice(0, value.indexOf('#')) }, [`--env-file=${file}`]);
  };
  expect(refused(`${'a'.repeat(32)}#rest`)).toThrow(
    `Verschlüsselt wurde bisher mit dem Anfang bis vor dem #: Bitte den in Anführungszeichen setzen, ${name}='…'.`,
  );
  // A beginning this short was never accepted.
  expect(refused(`zu kurz#${'a'.repeat(32)}`)).toThrow(`Bitte so schreiben: ${name}='…'.`);
});

test('TLS to the database always verifies the server name, and a mode that suggests otherwise is reported', () => {
  const url = (word: string) => `postgres://app:geheim@db.example/portal?sslmode=${word}&sslrootcert=/ca.pem`;
  for (const word of ['prefer', 'require', 'verify-ca'])
    expect(readSettings({ DATABASE_URL: url(word), DATABASE_MIGRATOR_URL: url(word) })).toMatchObject({
      DATABASE_URL: url('verify-full'),
      DATABASE_MIGRATOR_URL: url('verify-full'),
    });
  const compatible = `${url('require')}&uselibpqcompat=true`;
  for (const kept of [url('disable'), url('no-verify'), compatible]) expect(readSettings({ DATABASE_URL: kept }).DATABASE_URL).toBe(kept);
  const told: string[] = [];
  warnOfLooseTls({ DATABASE_URL: url('require'), DATABASE_DIRECT_URL: url('verify-full'), DATABASE_READ_URL: compatible }, (line) =>
    told.push(line),
  );
  expect(told).toEqual([expect.stringMatching(/^sslmode=require in DATABASE_URL heißt hier dasselbe wie verify-full/)]);
});

test('files are in the data folder, or where several processes share them', () => {
  expect(readSettings({ DATA_DIR: '/srv/a' }).FILES_DIR).toBe('/srv/a/files');
  expect(readSettings({ DATA_DIR: '/srv/a', FILES_DIR: '/srv/shared' })).toMatchObject({ DATA_DIR: '/srv/a', FILES_DIR: '/srv/shared' });
});
