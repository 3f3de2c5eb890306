import { eq } from 'drizzle-orm';
import { identityTimes } from '#shared/accounts/identityTimes.ts';
import { isDemo, readDemoState } from '#server/db/demo.ts';
import { authUser } from '#server/accounts/sessions/table.ts';
import { openTokenSession } from '#server/accounts/sessions/service.ts';
import { issueToken } from '#server/accounts/sessions/tokens.ts';
import { now, setClock } from '#server/platform/process/clock.ts';
import { readArguments } from '#server/platform/process/commandLine.ts';
import { openForCommand, openLog } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';
import { readSecret } from '#server/secret.ts';

const usage = 'npm run token -- admin@rwa.test [--expired]';

await runCommand(printToken);

/** Prints a bearer token for the storage API; only for installations without real users. */
async function printToken(closing: Closing): Promise<void> {
  const { values, positionals } = readArguments(usage, { expired: { type: 'boolean' } }, { least: 1, most: 1 });
  const settings = readSettings();
  const { database, close } = await openForCommand(settings);
  closing.add(close);
  if (!isDemo(await readDemoState(database)))
    throw new StartError('Ein Token gibt dieser Befehl nur mit Demonstrationsdaten; echte Konten melden sich an.');
  const email = (positionals[0] ?? '').toLowerCase();
  const [account] = await database.orm.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, email));
  if (!account) throw new StartError(`Ein Konto ${email} gibt es nicht. So wird der Befehl benutzt: ${usage}`);
  const subject = await openTokenSession(database, account.id);
  if (values.expired) setClock(new Date(now().getTime() - 2 * identityTimes.tokenLifeMs));
  const { token } = await issueToken(subject, await readSecret({ settings, database, log: openLog(settings) }));
  await closing.close();
  console.log(token);
}
