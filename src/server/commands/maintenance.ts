import { setTimeout } from 'node:timers/promises';
import { commandLine, readArguments } from '#server/platform/process/commandLine.ts';
import { everyClub, type Database } from '#server/platform/database/database.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { beginMaintenance, endMaintenance, maintenanceAgeMs, watchMaintenance } from '#server/platform/http/maintenance.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';

const usage = 'npm run maintenance -- on ["Satz für alle"] | off | status';

/** The audit fields of the entries. */
const record = { club: 'RWA', entity: 'config', by: commandLine } as const;

await runCommand(maintain);

/** Starts or ends maintenance mode, or prints its state. */
async function maintain(closing: Closing): Promise<void> {
  const [command, words = ''] = readArguments(usage, {}, { least: 1, most: 2 }).positionals;
  if (!['on', 'off', 'status'].includes(command ?? '') || (command !== 'on' && words !== ''))
    throw new StartError(`So wird der Befehl benutzt: ${usage}`);
  if (words.length > 200) throw new StartError('Der Satz für alle darf höchstens 200 Zeichen haben.');
  const { database, close } = await openForCommand(readSettings());
  closing.add(close);
  if (command === 'on') await begin(database, words);
  const didEnd = command === 'off' && (await end(database));
  const now = await watchMaintenance(database).words();
  // By then every process has noticed, and running writes have finished.
  if (command !== 'status') await setTimeout(2 * maintenanceAgeMs);
  await closing.close();
  if (command === 'off') console.log(didEnd ? 'Die Wartung ist beendet.' : 'Es war keine Wartung.');
  else console.log(now === undefined ? 'Es ist keine Wartung.' : `Wartung, nichts lässt sich ändern. Alle lesen: „${now}“`);
}

async function begin(database: Database, words: string): Promise<void> {
  await database.write(everyClub, async ({ tx, audit }) => {
    const said = await beginMaintenance(tx, words);
    if (said !== undefined) audit('ops.maintain', record, `Wartung begonnen: „${said}“`);
  });
}

async function end(database: Database): Promise<boolean> {
  return database.write(everyClub, async ({ tx, audit }) => {
    const didEnd = await endMaintenance(tx);
    if (didEnd) audit('ops.maintain', record, 'Wartung beendet');
    return didEnd;
  });
}
