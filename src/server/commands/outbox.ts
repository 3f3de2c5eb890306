import { asc } from 'drizzle-orm';
import { isDemo, readDemoState } from '#server/db/demo.ts';
import { readArguments } from '#server/platform/process/commandLine.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';
import { outboxMail } from '#server/platform/database/tables.ts';

await runCommand(printOutbox);

/** Prints every mail with its links; only for installations without real users. */
async function printOutbox(closing: Closing): Promise<void> {
  readArguments('npm run outbox', {}, { least: 0, most: 0 });
  const { database, close } = await openForCommand(readSettings());
  closing.add(close);
  if (!isDemo(await readDemoState(database)))
    throw new StartError('Die Mails zeigt dieser Befehl nur mit Demonstrationsdaten; echte gehen nur ihre Empfänger etwas an.');
  const mails = await database.orm.select().from(outboxMail).orderBy(asc(outboxMail.id));
  for (const { id, createdAt, recipient, club, kind, state: sending, subject, body } of mails)
    console.log(
      `--- ${id} · ${createdAt.toISOString()} · ${club} · ${kind} · ${sending}\nAn: ${recipient}\nBetreff: ${subject}\n\n${body}`,
    );
  if (mails.length === 0) console.log('Keine Mails.');
  await closing.close();
}
