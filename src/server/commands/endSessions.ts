import { endAllSessions } from '#server/accounts/sessions/service.ts';
import { commandLine, confirm, readArguments } from '#server/platform/process/commandLine.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, type Closing } from '#server/platform/process/startError.ts';

await runCommand(endSessions);

/** Ends all sessions and invalidates all mailed links, e.g. after a device was stolen or a database copy leaked. */
async function endSessions(closing: Closing): Promise<void> {
  const { values } = readArguments('npm run end-sessions -- [--yes]', { yes: { type: 'boolean' } }, { least: 0, most: 0 });
  await confirm('Alle müssen sich neu einloggen, und Links aus Mails gelten nicht mehr.', values.yes);
  const { database, close } = await openForCommand(readSettings());
  closing.add(close);
  const ended = await database.write(everyClub, async ({ tx, audit }) => {
    const count = await endAllSessions(tx);
    audit('users.revokeSessions', { club: 'RWA', by: commandLine }, `Alle Sitzungen beendet (${count})`);
    return count;
  });
  await closing.close();
  console.log(`${ended} Sitzungen beendet. Alle müssen sich neu einloggen; Links aus Mails gelten nicht mehr.`);
}
