import { mailReasonOf } from '#shared/content/mailReasons.ts';
import { email } from '#shared/kernel/fields.ts';
import { tryMail } from '#server/platform/mail/trial.ts';
import { readArguments } from '#server/platform/process/commandLine.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, StartError } from '#server/platform/process/startError.ts';

const usage = 'npm run mail:test -- name@rechner.de';

await runCommand(sendTestMail);

/** Sends a test mail with the server's settings and prints the mail server's response; meant to be run before going live. */
async function sendTestMail(): Promise<void> {
  const { positionals } = readArguments(usage, {}, { least: 1, most: 1 });
  const address = email.safeParse(positionals[0]);
  if (!address.success) throw new StartError(`Das ist keine E-Mail-Adresse. So wird der Befehl benutzt: ${usage}`);
  const { SMTP_URL, MAIL_FROM } = readSettings();
  if (!SMTP_URL)
    throw new StartError(
      'Es ist kein Mailserver eingerichtet: Bitte SMTP_URL setzen (siehe .env.example). Bis dahin bleiben alle Mails liegen.',
    );
  const { hostname, port } = new URL(SMTP_URL);
  const server = port ? `${hostname}:${port}` : hostname;
  const trial = await tryMail({
    url: SMTP_URL,
    from: MAIL_FROM,
    to: address.data,
    subject: 'Probemail des Vereinsportals',
    text: 'Diese Mail ist angekommen: Der Mailversand des Vereinsportals funktioniert.\n',
  });
  if (!trial.isTaken) {
    const reason = mailReasonOf(trial.words);
    throw new StartError(`Nicht gesendet. ${reason ? `${reason} ` : ''}Antwort von ${server}: ${oneLine(trial.words)}`);
  }
  console.log(`Angenommen: ${server} hat die Probemail an ${address.data} genommen (von ${MAIL_FROM}). Antwort: ${oneLine(trial.answer)}`);
  console.log('Bitte im Postfach nachsehen, auch unter Spam: Angenommen heißt noch nicht zugestellt.');
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}
