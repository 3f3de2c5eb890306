import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import type { ClubName } from '../../../src/shared/kernel/clubs.ts';
import { postLink, renewLink, type LinkPurpose } from '../../../src/server/accounts/sessions/mailLinks.ts';
import { everyClub, openDatabase, type Database } from '../../../src/server/platform/database/database.ts';
import { deliverMails } from '../../../src/server/platform/mail/delivery.ts';
import { openSender } from '../../../src/server/platform/mail/sender.ts';
import { postMails, type Mail } from '../../../src/server/platform/mail/outbox.ts';
import { now, setClock } from '../../../src/server/platform/process/clock.ts';
import { secretHash } from '../../../src/server/platform/process/secretHash.ts';
import { readSettings } from '../../../src/server/platform/process/settings.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import type { Requests } from '../../stage/requests.ts';
import { atMost, none, onStage, pause, type Outcome, type Proof, type ProofStage } from '../proof.ts';

const hourMs = 3_600_000;
/** Three of these, for MAIL, RCPT and the text, are more than any one of them may look like. */
const stepMs = 4500;
const slowCount = 2;
/** As often as the job that wakes the mailer, with room for a machine that is busy. */
const wakeEveryMs = 5 * 60_000;

/** Mail servers that think for long, and that are away for days. */
export const proof: Proof = {
  goal: 'one mail leaves within a second of its commit, that of a guest who signs up within two of the press; a mail server that takes 13.5 s in steps (MAIL, RCPT, data) or accepts after 40 s gets each mail once from two servers, the others leave meanwhile; after two days away all arrive once, in order, links to an account begin anew, what has ended does not (--slow 40, --hours 48)',
  run: ({ number }) =>
    onStage(async (stage) => {
      const { host, name } = stage.database;
      const database = openDatabase({ host, database: name }, { user: 'vereinsportal', connections: 8 });
      try {
        return [
          ...(await atOnce(stage, database)),
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

/** One mail, of which somebody waits for each, leaves a server that has nothing else to do. */
async function atOnce({ database: stage, startProduct }: ProofStage, database: Database): Promise<Outcome> {
  const post = await openPost({ beforeMs: 0, afterMs: 0 });
  const server = await startProduct({ env: { SMTP_URL: post.url(), MAIL_FROM: 'Verein <noreply@rwa.example>' } });
  while ((await server.requests.ask({ path: '/health/ready', timeoutMs: 5000 })).status !== 200) await pause(50);
  let slowestMs = 0;
  for (const [at, box] of boxes('one', 5).entries()) {
    await write(database, [box]);
    const committedAt = performance.now();
    while (post.taken.length <= at && performance.now() - committedAt < 90_000) await pause(5);
    slowestMs = Math.max(slowestMs, performance.now() - committedAt);
    await pause(300);
  }
  const guestMs = await guestWaits(stage, server.requests, post.taken);
  await server.stop();
  await post.close();
  return [
    atMost('the mail of a guest gone after', guestMs / 1000, 2, ' s'),
    none(
      'of 5 single mails, missing or repeated',
      notOnce(
        post.taken.filter(({ to }) => to !== guest),
        boxes('one', 5),
      ),
    ),
    atMost('slowest gone after', slowestMs / 1000, 1, ' s'),
  ];
}

const guest = 'gerda@rwa.example';

/** How long a guest waits for the mail to confirm, from the press of the button on. */
async function guestWaits({ sql }: StageDatabase, requests: Requests, taken: readonly Taken[]): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'gast', 'G-1', 'course', 'Gastkurs', 9, current_date + 30, 'published', false, now(), now()) returning id`,
  );
  const body = { firstname: 'Gerda', lastname: 'Gast', birthDate: '1980-12-24', email: guest, acceptsTerms: true };
  const pressedAt = performance.now();
  const { status, text } = await requests.ask({ method: 'POST', path: `/api/courses/${row?.id}/guests`, body });
  if (status !== 200) throw new Error(`the guest was refused: ${status} ${text}`);
  while (!taken.some(({ to }) => to === guest) && performance.now() - pressedAt < 90_000) await pause(5);
  return performance.now() - pressedAt;
}

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
  const links = await writeLinks(stage, database);
  const renewing = { renewLink: (mail: { kind: string; body: string }) => renewLink(database, mail) };
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
    await deliverMails(database, gone, log, renewing);
  }
  setClock(new Date(beginning + hours * hourMs));
  gone.close();
  const back = await openSender({ SMTP_URL: post.url(), MAIL_FROM: 'Verein <noreply@rwa.example>' });
  const startedAt = performance.now();
  await deliverMails(database, back, log, renewing);
  const tookMs = performance.now() - startedAt;
  back.close();
  await post.close();
  const others = post.taken.filter(({ to }) => !links.kept.includes(to));
  const arrived = others.map(({ to }) => to);
  const told = await stage.sql<{ recipient: string }>(
    "select recipient from outbox_mail where state = 'failed' and last_error like 'Der Link in dieser Mail ist abgelaufen%'",
  );
  const toldOf = new Set(told.map(({ recipient }) => recipient));
  return [
    none(`away for ${hours} h (${runs} runs): of ${expected.length} mails, missing or repeated`, notOnce(others, expected)),
    none(`of ${links.kept.length} with a link to an account, missing, repeated or ended`, await links.faults(post.taken)),
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

/**
 * Mails with links to accounts, which wait from the first hour on: their time begins when they leave. One that asked twice for a new
 * password gets the second mail alone.
 */
async function writeLinks({ sql }: StageDatabase, database: Database) {
  const people = await sql<{ id: string; email: string; club: ClubName }>(
    "select id, email, club from app_user where club = 'RWA' order by email",
  );
  const settings = readSettings({});
  const purposes: LinkPurpose[] = ['reset', 'invite', 'verify', 'changeEmail'];
  const asked = purposes.flatMap((purpose, at) => people.slice(at, at + 1).map((person) => ({ purpose, ...person })));
  const twice = asked.slice(0, 1);
  for (const { purpose, id, email, club } of [...twice, ...asked])
    await database.write(everyClub, ({ tx }) => postLink(tx, settings, purpose, { userId: id, email, club }));
  const kept = asked.map(({ email }) => email);
  return {
    kept,
    /** Who did not get exactly one mail, or one whose link would not open. */
    faults: async (taken: readonly Taken[]) => {
      const open = await sql<{ token_hash: string; left: number }>(
        'select token_hash, extract(epoch from expires_at)::float8 * 1000 as left from mail_link',
      );
      const lives = ({ token }: Taken) => open.some((one) => one.token_hash === secretHash(token) && one.left > now().getTime());
      return [...notOnce(taken, kept), ...taken.filter((one) => kept.includes(one.to) && !lives(one)).map(({ to }) => `${to} ended`)];
    },
  };
}

type Taken = { to: string; messageId: string; /** The secret of the link in its text. */ token: string };

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
        const found = (pattern: RegExp) => pattern.exec(raw)?.[1]?.trim() ?? '';
        // A long line of a mail is broken by =, and the sign itself is written as a number.
        raw = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
        taken.push({ to, messageId: found(/^Message-ID: (.*)$/im), token: found(/#([\w-]{43})/) });
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
