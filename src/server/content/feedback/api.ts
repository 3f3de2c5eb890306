import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  feedbackContract,
  feedbackKindNames,
  feedbackStateNames,
  unansweredFeedback,
  type Feedback,
  type FeedbackKind,
} from '#shared/content/feedback.ts';
import { id, instant } from '#shared/kernel/fields.ts';
import { appVersion } from '#shared/kernel/version.ts';
import { readParameter } from '#server/club/config/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import { enterScope, type Write, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { feedback } from './table.ts';

const os = implementing(feedbackContract);
const ok = { ok: true } as const;
type Row = typeof feedback.$inferSelect;
const perNetwork = { free: 5, windowMs: 60 * 60 * 1000 };
const position = z.tuple([instant, id]);

/** Feedback of visitors, and the inbox of the board. */
export const feedbackApi = os.router({
  create: os.create.handler(async ({ context, input: { website, ...values } }) => {
    await countTry(context.database, `feedback:${context.network}`, perNetwork);
    // A bot gets the normal response; nothing is stored.
    if (website !== '') return ok;
    return context.write(async (write) => {
      const club = context.hostClub;
      await enterScope(write.tx, club);
      const [row] = await write.tx
        .insert(feedback)
        .values({ ...values, club, appVersion, createdAt: now() })
        .returning();
      if (!row) throw new Problem('conflict');
      const recipient = await readParameter(write.tx, recipientOf(values.kind));
      if (recipient) {
        await postMail(write.tx, {
          kind: 'notice',
          club,
          recipient,
          // No visitor input is placed in a header field.
          subject: `Neue Rückmeldung (${feedbackKindNames[values.kind]})`,
          body: emailOf(row, siteOf(context.settings, club)),
          onceKey: `feedback:${row.id}`,
        });
      }
      write.changed({ collection: 'feedback', club, entityId: row.id });
      return ok;
    });
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'feedback.list', input.club);
    const after = input.cursor ? fromCursor(input.cursor, position) : undefined;
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(feedback)
        .where(
          and(
            eq(feedback.club, club),
            input.state && inArray(feedback.state, input.state === 'unanswered' ? unansweredFeedback : [input.state]),
            after && sql`(${feedback.createdAt}, ${feedback.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
          ),
        )
        .orderBy(desc(feedback.createdAt), desc(feedback.id))
        .limit(input.limit + 1);
      const shown = rows.slice(0, input.limit).map(toFeedback);
      const last = shown.at(-1);
      return { rows: shown, next: rows.length > input.limit && last ? toCursor([last.createdAt, last.id]) : null };
    });
  }),

  update: os.update.handler(({ context, input: { id: key, version, state, isMine } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, key, version);
      const assignedTo = isMine ? signedIn(context).name : '';
      return change(write, before, { state, assignedTo }, `Rückmeldung: ${feedbackStateNames[state]}`);
    }),
  ),

  answer: os.answer.handler(({ context, input: { id: key, version, text } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, key, version);
      if (before.email === '') throw new Problem('wrong-state');
      const site = siteOf(context.settings, before.club);
      await postMail(write.tx, {
        kind: 'notice',
        club: before.club,
        recipient: before.email,
        subject: 'Antwort auf Ihre Rückmeldung',
        body: `${text}\n\n${site}\n\nIhre Rückmeldung vom ${germanDay(before.createdAt)}:\n\n${quoted(before.text)}\n`,
      });
      const values = { state: 'answered', answer: text, assignedTo: signedIn(context).name } as const;
      return change(write, before, values, 'Rückmeldung beantwortet');
    }),
  ),
});

/** The config parameter with the recipient: feedback about the application goes to its developers, all other to the club. */
function recipientOf(kind: FeedbackKind): 'appFeedbackMail' | 'feedbackMail' {
  return kind === 'app' ? 'appFeedbackMail' : 'feedbackMail';
}

function emailOf({ kind, text, rating, email, page }: Row, site: string): string {
  const facts = [
    `Betrifft: ${feedbackKindNames[kind]}`,
    `Bewertung: ${rating ? `${rating} von 5` : 'keine'}`,
    `Antwort an: ${email || 'nicht gewünscht'}`,
    `Geschrieben auf: ${page || '–'}`,
  ];
  return `${text}\n\n${facts.join('\n')}\n\nBeantworten: ${site}/admin/feedback\n`;
}

async function changeable(context: Context, tx: Transaction, key: string, version: number): Promise<Row> {
  const [row] = await tx.select().from(feedback).where(eq(feedback.id, key)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'feedback.list', targetOf(context, row.club));
  if (row.version !== version) throw new Problem('conflict');
  return row;
}

type Change = Partial<Pick<Row, 'state' | 'assignedTo' | 'answer'>>;

async function change(write: Write, before: Row, values: Change, content: string): Promise<Feedback> {
  const [row] = await write.tx
    .update(feedback)
    .set({ ...values, version: before.version + 1 })
    .where(eq(feedback.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  write.audit('feedback.list', row, content, {
    before: { state: before.state, assignedTo: before.assignedTo },
    after: { state: row.state, assignedTo: row.assignedTo },
  });
  write.changed({ collection: 'feedback', club: row.club, entityId: row.id });
  return toFeedback(row);
}

function toFeedback(row: Row): Feedback {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function germanDay(date: Date): string {
  return date.toLocaleDateString('de-DE', { timeZone: 'Europe/Berlin', day: '2-digit', month: '2-digit', year: 'numeric' });
}
