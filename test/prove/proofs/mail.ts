import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { everyClub, openDatabase, type Database } from '../../../src/server/platform/database/database.ts';
import { deliverMails } from '../../../src/server/platform/mail/delivery.ts';
import { openSender } from '../../../src/server/platform/mail/sender.ts';
import { postMails, type Mail } from '../../../src/server/platform/outbox.ts';
import { now, setClock } from '../../../src/server/platform/process/clock.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { atMost, none, onStage, pause, type Outcome, type Proof, type ProofStage } from '../proof.ts';

const hourMs = 3_600_000;
/** Three of these, for MAIL, RCPT and the text, are more than any one of them may look like. */
const stepMs = 4500;
const slowCount = 2;
/** As often as the job that wakes the mailer, with room for a machine that is busy. */
const wakeEveryMs = 5 * 60_000;

/** Mail servers that think for long, and that are away for days. */
export const proof: Proof = {
  goal: 'a mail server that takes 13.5 s in steps (MAIL, RCPT, data) or accepts after 40 s gets each mail once from two servers, the others leave meanwhile; after two days away all arrive once, in order, ended links do not (--slow 40, --hours 48)',
  run: ({ number }) =>
    onStage(async (stage) => {
      const { host, name } = stage.database;
      const database = openDatabase({ host, database: name }, { user: 'vereinsportal', connections: 8 });
      try {
        return [
          ...(await slowServer(stage, database, { name: 'in steps of', beforeMs: stepMs, afterMs: stepMs })),
          ...(await slowServer(stage, database, { name: 'accepted after', beforeMs: 0, afterMs: number('slow', 40) * 1000 })),
          ...(await longAway(stage.database, database, number('hours', 48))),
        ];
      } finally {
        setClock();
        await database.close();
      }
    }),
};

/** Two servers of ours send; two boxes make their mail server think, the rest is taken at once. */
async function slowServer(
  { database: stage, startProduct }: ProofStage,
  database: Database,
  slowness: Slowness & { name: string },
): Promise<Outcome> {
  const post = await openPost(slowness);
  const slow = boxes('slow', slowCount);
  const slowMs = 2 * slowness.beforeMs + slowness.afterMs;
  const env = { SMTP_URL: post.url(), MAIL_FROM: 'Verein <noreply@rwa.example>' };
  const servers = [await startProduct({ env }), await startProduct({ env })];
  await write(database, slow);
  while (post.begun() < slow.length) await pause(20);
  await write(database, boxes('quick', 40));
  const startedAt = performance.now();
  const quick = () => post.taken.filter(({ to }) => to.startsWith('quick')).length;
  while (quick() < 40 && performance.now() - startedAt < slowMs) await pause(100);
  const quickMs = performance.now() - startedAt;
  // Past the moment when the slow ones are accepted, and past another turn of the job that wakes both mailers.
  await pause(slowMs + 25_000);
  const waiting = await notSent(stage);
  await Promise.all(servers.map((server) => server.stop()));
  await post.close();
  return [
    none(
      `${slowness.name} ${slowness.afterMs / 1000} s, ${slowMs / 1000} s in all: of 42 mails, missing or repeated`,
      notOnce(post.taken, [...slow, ...boxes('quick', 40)]),
    ),
    none('not noted as sent', waiting),
    atMost('the other 40 had left after', quickMs / 1000, 10, ' s'),
  ];
}

/** Nobody takes connections for `hours` of a clock that we set; mails are written all the while. */
async function longAway(stage: StageDatabase, database: Database, hours: number): Promise<Outcome> {
  const log = pino({ level: 'silent' });
  const post = await openPost({ beforeMs: 0, afterMs: 0 });
  const gone = await openSender({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Verein <noreply@rwa.example>' });
  const beginning = Date.now();
  const expected: string[] = [];
  const ended: string[] = [];
  let runs = 0;
  for (let ms = 0; ms < hours * hourMs; ms += wakeEveryMs, runs++) {
    setClock(new Date(beginning + ms));
    if (ms % hourMs === 0) {
      const [kept, short] = [`away${ms / hourMs}@rwa.example`, `short${ms / hourMs}@rwa.example`];
      const validUntil = new Date(now().getTime() + 24 * hourMs);
      await write(database, [kept, short], (to) => (to === short ? { validUntil } : {}));
      expected.push(kept);
      (ms + 24 * hourMs > hours * hourMs ? expected : ended).push(short);
    }
    await deliverMails(database, gone, log);
  }
  setClock(new Date(beginning + hours * hourMs));
  gone.close();
  const back = await openSender({ SMTP_URL: post.url(), MAIL_FROM: 'Verein <noreply@rwa.example>' });
  const startedAt = performance.now();
  await deliverMails(database, back, log);
  const tookMs = performance.now() - startedAt;
  back.close();
  await post.close();
  const arrived = post.taken.map(({ to }) => to);
  const told = await stage.sql<{ recipient: string }>(
    "select recipient from outbox_mail where state = 'failed' and last_error like 'Der Link in dieser Mail ist abgelaufen%'",
  );
  const toldOf = new Set(told.map(({ recipient }) => recipient));
  return [
    none(`away for ${hours} h (${runs} runs): of ${expected.length} mails, missing or repeated`, notOnce(post.taken, expected)),
    // Four leave at once, so neighbours may change places.
    none(
      'more than 4 places off',
      arrived.filter((to, at) => Math.abs(at - expected.indexOf(to)) > 4),
    ),
    none(
      `of ${ended.length} with an ended link, sent or untold`,
      ended.filter((to) => arrived.includes(to) || !toldOf.has(to)),
    ),
    none('of all, still waiting', await notSent(stage)),
    atMost('all had left', tookMs / 1000, 30, ' s after its return'),
  ];
}

type Taken = { to: string; messageId: string };

/** How long a mail server thinks before it answers MAIL and RCPT, and when it has the text. */
type Slowness = { beforeMs: number; afterMs: number };

/** A mail server; boxes whose name begins with "slow" make it think. Who is written to stands in RCPT only, so at MAIL the first ones wait. */
async function openPost({ beforeMs, afterMs }: Slowness) {
  const taken: Taken[] = [];
  let begun = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => void setTimeout(done, ++begun <= slowCount ? beforeMs : 0),
    onRcptTo: ({ address }, _session, done) => void setTimeout(done, address.startsWith('slow') ? beforeMs : 0),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        taken.push({ to, messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '' });
        setTimeout(done, to.startsWith('slow') ? afterMs : 0);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    taken,
    begun: () => begun,
    // A server that listens on TCP has an address object.
    url: () => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function boxes(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${name}${at}@rwa.example`);
}

function write(database: Database, recipients: string[], more: (to: string) => Partial<Mail> = () => ({})): Promise<void> {
  return database.write(everyClub, ({ tx }) =>
    postMails(
      tx,
      recipients.map((recipient) => ({ kind: 'notice', club: 'RWA', recipient, subject: 'Beweis', body: 'Ein Text.', ...more(recipient) })),
    ),
  );
}

/** Who did not get exactly one mail. */
function notOnce(taken: readonly Taken[], expected: readonly string[]): string[] {
  return expected.flatMap((to) => {
    const count = taken.filter((one) => one.to === to).length;
    return count === 1 ? [] : [`${to} ${count} times`];
  });
}

async function notSent(database: StageDatabase): Promise<string[]> {
  const rows = await database.sql<{ recipient: string }>("select recipient from outbox_mail where state not in ('sent', 'failed')");
  return rows.map(({ recipient }) => recipient);
}
