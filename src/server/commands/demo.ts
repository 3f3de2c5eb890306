import fs from 'node:fs';
import { nameOf, readTables } from '#server/office/backup/catalogue.ts';
import { forgetOwnDays } from '#server/halls/closures/service.ts';
import { seedClubs } from '#server/club/clubs/service.ts';
import { demoSignIns, fillDemo, isDemo, isEmpty, readDemoState, setDemoState, refuseKnownPassword } from '#server/db/demo.ts';
import { commandLine, confirm, readArguments } from '#server/platform/process/commandLine.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { openKeyRing } from '#server/platform/database/keyRing.ts';
import { openForCommand, openLog, type OpenDatabase } from '#server/platform/database/open.ts';
import { asTyped } from '#server/platform/process/root.ts';
import { readSettings, type Settings } from '#server/platform/process/settings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';

/**
 * Tables that are kept when the demo data are deleted: the secret, the log of erasures, the state's calendar rules, the
 * statutory allowances, and the kinds of licences.
 */
const kept = new Set([
  'public.system_value',
  'public.erasure',
  'public.calendar_day_rule',
  'public.allowance_limit',
  'public.licence_kind',
]);

const membersAtMost = 200_000;

await runCommand(changeDemo);

async function changeDemo(closing: Closing): Promise<void> {
  const options = { clear: { type: 'boolean' }, yes: { type: 'boolean' }, members: { type: 'string' } } as const;
  const { values } = readArguments('npm run demo [-- --members 400 | --clear [--yes]]', options, { least: 0, most: 0 });
  const settings = readSettings();
  const opened = await openForCommand(settings);
  closing.add(opened.close);
  await openKeyRing(settings, opened.database);
  await seedClubs(opened.database);
  if (values.clear) await clear(opened, settings, values.yes, closing);
  else await fill(opened, settings, values.members);
  await closing.close();
}

async function fill({ database }: OpenDatabase, settings: Settings, members: string | undefined): Promise<void> {
  const count = Number(members ?? 400);
  if (!Number.isInteger(count) || count < 0 || count > membersAtMost)
    throw new StartError(`Bei --members bitte eine ganze Zahl von 0 bis ${membersAtMost} angeben.`);
  if (!(await isEmpty(database)))
    throw new StartError('Die Datenbank ist nicht leer; Demonstrationsdaten kommen nur in eine Datenbank ohne Konten.');
  await refuseKnownPassword(settings);
  await fillDemo({ settings, database, log: openLog(settings) }, count);
  console.log([`Demonstrationsdaten angelegt (Passwort für alle: ${settings.demoPassword}):`, ...demoSignIns()].join('\n'));
}

async function clear(opened: OpenDatabase, settings: Settings, isConfirmed: boolean | undefined, closing: Closing): Promise<void> {
  const { database } = opened;
  if (!isDemo(await readDemoState(database)))
    throw new StartError('In dieser Datenbank sind keine Demonstrationsdaten; es wurde nichts gelöscht.');
  await confirm('Alle Konten, Daten und Dateien der Demonstration werden gelöscht, auch was Sie selbst eingegeben haben.', isConfirmed);
  const client = opened.openOwner();
  await client.connect();
  closing.add(() => client.end());
  const tables = (await readTables(client)).filter(({ schema, name }) => schema === 'public' && !kept.has(`${schema}.${name}`));
  await client.query(`begin; set local app.ledger = 'on'; set local lock_timeout = '10s';
    truncate ${tables.map((table) => nameOf(client, table)).join(', ')} restart identity;
    commit`);
  await seedClubs(database);
  await database.write(everyClub, async ({ tx, audit }) => {
    await forgetOwnDays(tx);
    await setDemoState(tx, 'cleared');
    audit('users.delete', { club: 'RWA', by: commandLine }, 'Demonstrationsdaten gelöscht');
  });
  fs.rmSync(settings.FILES_DIR, { recursive: true, force: true });
  console.log(asTyped('Die Demonstration ist gelöscht. Weiter geht es mit: npm run superuser -- name@rechner'));
}
