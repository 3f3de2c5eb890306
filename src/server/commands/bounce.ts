import { text } from 'node:stream/consumers';
import { noteBounce, readBounce } from '#server/platform/mail/bounce.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { readArguments } from '#server/platform/process/commandLine.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, type Closing } from '#server/platform/process/startError.ts';

await runCommand(bounce);

/** Reads a mail of the MAIL_FROM mailbox from stdin, and records it if it is a bounce of a mail sent by this server. */
async function bounce(closing: Closing): Promise<void> {
  readArguments('npm run bounce -- < nachricht', {}, { least: 0, most: 0 });
  const settings = readSettings();
  const found = readBounce(await text(process.stdin));
  if (!found) {
    console.log('Keine Meldung über eine unzustellbare Mail; es ist nichts geschehen.');
    return;
  }
  const { database, close } = await openForCommand(settings);
  closing.add(close);
  const isOurs = await noteBounce(database, found);
  await closing.close();
  console.log(isOurs ? `Vermerkt: ${found.words}` : `Eine Mail ${found.messageId}, die als gesendet gilt, gibt es hier nicht.`);
}
