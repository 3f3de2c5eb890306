import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { runCommandLine } from '#test/processes.ts';

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const post of servers.splice(0)) await new Promise<void>((resolve) => post.close(() => resolve()));
});

/** Starts a mail server; returns its URL and the received mails. */
async function mailServer(options: SMTPServerOptions = {}) {
  const taken: string[] = [];
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => (taken.push(raw), done(null, 'queued as 4711')));
    },
    ...options,
  });
  post.on('error', () => undefined);
  servers.push(post);
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
  return { taken, at: `127.0.0.1:${(post.server.address() as AddressInfo).port}` };
}
const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
const from = 'Verein <portal@verein.test>';
const run = (SMTP_URL: string, ...words: string[]) => runCommandLine('mailTest', words, { SMTP_URL, MAIL_FROM: from });

test('mail:test sends one mail at once, and prints the response of the accepting server', async () => {
  const { taken, at } = await mailServer();
  const answer = await run(`smtp://${at}`, 'mia@verein.test');
  expect(answer).toMatchObject({ code: 0, errors: '' });
  expect(answer.output).toContain(`Angenommen: ${at} hat die Probemail an mia@verein.test genommen (von ${from}).`);
  expect(answer.output).toContain('queued as 4711');
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatch(/^From: Verein <portal@verein\.test>\r\n[^]*^To: mia@verein\.test\r\n/m);
  expect(taken[0]).toMatch(/^Message-ID: <[\w-]+@verein\.test>\r$/m);
});

test('mail:test prints a refusal in German with the text of the server, and never the password', async () => {
  const unknown = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(550, '5.1.1 no such box')) });
  const wrong = await mailServer({ authOptional: false, onAuth: (_auth, _session, done) => done(refusal(535, 'bad login')) });
  const refusals: [url: string, words: RegExp][] = [
    [`smtp://${unknown.at}`, /^Nicht gesendet\. Diese Adresse gibt es nicht \(mehr\)\. Antwort von .*550 5\.1\.1 no such box\n$/],
    [`smtp://portal:geheim@${wrong.at}`, /^Nicht gesendet\. .*Bitte die Zugangsdaten prüfen\. Antwort von .*535 bad login\n$/],
    ['smtp://127.0.0.1:9', /^Nicht gesendet\. Unser Mailserver war nicht zu erreichen\. Antwort von 127\.0\.0\.1:9: .*ECONNREFUSED.*\n$/],
    ['', /^Es ist kein Mailserver eingerichtet: Bitte SMTP_URL setzen.*\n$/],
  ];
  for (const [url, words] of refusals) {
    const answer = await run(url, 'mia@verein.test');
    expect([url, answer.code, answer.output, answer.errors]).toEqual([url, 1, '', expect.stringMatching(words)]);
    expect(answer.errors).not.toContain('geheim');
  }
  expect([...unknown.taken, ...wrong.taken]).toEqual([]);
});

test('an invalid mail:test command ends with one sentence', async () => {
  for (const words of [[], ['mia'], ['a@b.de', 'c@d.de'], ['a@b.de', '--all']]) {
    const answer = await run('smtp://127.0.0.1:9', ...words);
    expect([words, answer.code, answer.output]).toEqual([words, 1, '']);
    expect(answer.errors).toMatch(/^[^\n]*So wird der Befehl benutzt: npm run mail:test -- name@rechner\.de\n$/);
  }
});
