import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { now } from '../process/clock.ts';
import { everyClub, type Database } from '../database/database.ts';
import { outboxMail } from '../database/tables.ts';
import { claimMail, type ClaimedMail } from './claim.ts';
import { qrPicture } from '../formats/qrPicture.ts';
import { mailFailureOf } from './failure.ts';
import { lanes, type Message, type Sender } from './sender.ts';

/** Reads all bytes of a stored file; undefined if it does not exist. */
export type ReadFile = (path: string) => Promise<Buffer | undefined>;

type RenewLink = (mail: Pick<ClaimedMail, 'kind' | 'body'>) => Promise<boolean | undefined>;

export type DeliveryOptions = {
  /** The domain of message ids. */ domain?: string;
  /** The maximum of bulk emails per minute; 0 for no limit. */ bulkPerMinute?: number;
  /** Reads an attached stored file; undefined if it no longer exists. */ readFile?: ReadFile;
  /** Starts the lifetime of the secret link in an email being sent; false if the link is void, undefined if its lifetime is not reset. */ renewLink?: RenewLink;
  /** Checked before each email. */ isStopping?: () => boolean;
};

const notifyEveryMs = 2000;
const minuteMs = 60_000;
const pauseAtMostMs = 4 * 60 * minuteMs;
const expiredWords = 'Der Link in dieser Mail ist abgelaufen, bevor sie hinausging. Bitte einen neuen anfordern oder noch einmal einladen.';
/** A long outage counts as at most this many attempts, so that the growing pauses only start once a server answers. */
const attemptsOfOutage = 3;
/** If it is unknown whether an email was sent, it may be repeated once; the second time a person decides. */
const lostLeasesAtMost = 1;

/**
 * Sends the due emails, several concurrently, each to one recipient. No transaction is open meanwhile, and no two processes take the same
 * email. Returns early if no mail server can be reached or ours rejects the sign-in: then the rest waits.
 */
export async function deliverMails(
  database: Database,
  sender: Sender,
  log: FastifyBaseLogger,
  options: DeliveryOptions = {},
): Promise<'done' | 'blocked'> {
  const { domain = 'localhost', bulkPerMinute = 0, isStopping = () => false, readFile = async () => undefined, renewLink } = options;
  const notices = departures(database);
  let isBlocked = false;
  // With a rate limit only one lane takes bulk emails: two at the same moment would not see each other's count.
  const paceOf = (lane: number) => (bulkPerMinute === 0 ? Infinity : lane === 0 ? bulkPerMinute : 0);
  const runLane = async (lane: number) => {
    while (!isBlocked && !isStopping()) {
      const mail = await claimMail(database, domain, paceOf(lane));
      if (!mail) return;
      if ((await deliver(database, mail, sender, log, { readFile, renewLink })) === 'blocked') isBlocked = true;
      await notices.add(mail.club);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  await notices.flush();
  return isBlocked ? 'blocked' : 'done';
}

/** Refreshes open outbox pages after emails were sent, without a notice for each of thousands in a row. */
function departures(database: Database) {
  let clubs = new Set<ClaimedMail['club']>();
  let notifiedAt = Date.now();
  const flush = async () => {
    if (clubs.size === 0) return;
    const told = clubs;
    clubs = new Set();
    notifiedAt = Date.now();
    await database.write(everyClub, async ({ changed }) => {
      for (const club of told) changed({ collection: 'mails', club });
    });
  };
  return {
    flush,
    add: async (club: ClaimedMail['club']) => {
      clubs.add(club);
      if (Date.now() > notifiedAt + notifyEveryMs) await flush();
    },
  };
}

async function deliver(
  database: Database,
  mail: ClaimedMail,
  sender: Sender,
  log: FastifyBaseLogger,
  { readFile, renewLink }: { readFile: ReadFile; renewLink: RenewLink | undefined },
): Promise<'done' | 'blocked'> {
  const note = (values: Partial<typeof outboxMail.$inferInsert>) =>
    database.orm
      .update(outboxMail)
      .set({ leaseUntil: null, ...values })
      .where(eq(outboxMail.id, mail.id));
  if (mail.lostLeases > lostLeasesAtMost) {
    await note({
      state: 'failed',
      failure: 'unknown',
      lastError: 'Ob die Mail ankam, ist ungewiss: Das Senden wurde zweimal unterbrochen.',
    });
    return 'done';
  }
  const isLinkKept = mail.validUntil ? await renewLink?.(mail) : undefined;
  if (isLinkKept === false && now() < mail.giveUpAt) {
    // A newer mail replaced this one, or nobody needs it any more: nothing was lost.
    await database.orm.delete(outboxMail).where(eq(outboxMail.id, mail.id));
    log.info({ mail: mail.id, kind: mail.kind }, 'mail was replaced before it left');
    return 'done';
  }
  if (mail.validUntil && !(isLinkKept ?? mail.validUntil > now())) {
    await note({ state: 'failed', failure: 'server', body: '', html: null, attachments: null, lastError: expiredWords });
    return 'done';
  }
  const files = await attached(mail, readFile);
  if (typeof files === 'string') {
    await note({ state: 'failed', failure: 'server', lastError: `Der Anhang „${files}“ liegt nicht mehr bei den Dateien.` });
    return 'done';
  }
  try {
    await sender.send(messageOf(mail, files));
  } catch (error) {
    const failure = mailFailureOf(error);
    const isBlocked = failure === 'sign-in' || failure === 'unreachable';
    const isFinal = failure === 'recipient' || failure === 'content' || now() >= mail.giveUpAt;
    log[failure === 'sign-in' ? 'error' : 'warn']({ err: error, mail: mail.id, kind: mail.kind, failure }, 'mail was not taken');
    await note({
      ...(isFinal ? { state: 'failed' as const, failure: failure === 'recipient' ? failure : 'server' } : {}),
      // A fault of our own server does not concern this email: it keeps its position in the queue, and the mailer pauses.
      ...(isBlocked
        ? { attempts: Math.min(mail.attempts, attemptsOfOutage) }
        : { nextAttemptAt: new Date(now().getTime() + pauseMs(mail.attempts)) }),
      lastError: String(error instanceof Error ? error.message : error).slice(0, 300),
    });
    return isBlocked ? 'blocked' : 'done';
  }
  // The text of a sent email is deleted, as it may contain a secret link.
  await note({ state: 'sent', sentAt: now(), body: '', html: null, attachments: null, unsubscribeUrl: null, lastError: null });
  return 'done';
}

/** 1, 2, 4 … minutes, at most 4 hours. */
function pauseMs(attempts: number): number {
  return Math.min(pauseAtMostMs, minuteMs * 2 ** Math.min(attempts - 1, 20));
}

type Files = NonNullable<Message['attachments']>;
/** The source of a file's bytes. */
type Kept = { text: string } | { base64: string } | { path: string } | { code: string };

/** The attachments with their bytes, or the name of the first file that no longer exists. */
async function attached({ attachments }: ClaimedMail, readFile: ReadFile): Promise<Files | string> {
  const files: Files[number][] = [];
  for (const { name, type, ...kept } of attachments ?? []) {
    const content = await contentOf(kept, readFile);
    if (content === undefined) return name;
    files.push({ name, type, content });
  }
  return files;
}

function contentOf(kept: Kept, readFile: ReadFile) {
  if ('code' in kept) return qrPicture(kept.code);
  if ('base64' in kept) return Buffer.from(kept.base64, 'base64');
  return 'text' in kept ? kept.text : readFile(kept.path);
}

function messageOf({ messageId, recipient, subject, body, html, replyTo, unsubscribeUrl }: ClaimedMail, attachments: Files) {
  return {
    messageId,
    to: recipient,
    subject,
    text: body,
    ...(html && { html }),
    ...(attachments.length > 0 && { attachments }),
    ...(replyTo && { replyTo }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
}
