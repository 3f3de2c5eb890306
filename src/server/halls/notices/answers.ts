import type { Settings } from '#server/platform/process/settings.ts';
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { holderAnswerWords, type hallAnswer, type HallQuestion, type HolderAnswer } from '#shared/halls/notices/holderNotices.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, oneByOne, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import type { Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { OfferFollower } from '../bookings/decide.ts';
import { writeToClub } from '../bookings/emails.ts';
import { moveAgreed } from '../closures/proposals.ts';
import { bookedDates, proposedDates } from '../closures/questions.ts';
import { answeredWith } from '../organisations/notices.ts';
import { holderNotice, organisation } from '../organisations/table.ts';

type NoticeRow = typeof holderNotice.$inferSelect;

const listedAtMost = 500;
/** How many days an answered question stays visible. */
const shownDays = 60;

/** The questions to an organisation about its hall times, latest first; one sent to several people is listed once. */
export async function listQuestions(tx: Transaction, organisationId: string, subjectId?: string): Promise<HallQuestion[]> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select()
      .from(holderNotice)
      .where(
        and(
          eq(holderNotice.organisationId, organisationId),
          isNotNull(holderNotice.answerUntil),
          gt(holderNotice.answerUntil, sql`${now()}::timestamptz - make_interval(days => ${shownDays})`),
          subjectId ? eq(holderNotice.subjectId, subjectId) : undefined,
        ),
      )
      .orderBy(desc(holderNotice.sentAt), holderNotice.id)
      .limit(listedAtMost),
  );
  const once = new Map(rows.map((row) => [row.newsKey, row]));
  const shown = [...once.values()].filter((row) => isOpen(row) || row.answer !== null);
  return oneByOne(shown, (row) => toQuestion(tx, row));
}

async function toQuestion(tx: Transaction, row: NoticeRow): Promise<HallQuestion> {
  const { id, kind, subjectId, subject, body, sentAt, proposals, answer } = row;
  return {
    id,
    kind,
    subjectId,
    subject,
    body,
    sentAt: sentAt.toISOString(),
    dates: isOpen(row) && answer === null ? await proposedDates(tx, proposals) : [],
    mayAnswer: isOpen(row) && row.answer === null,
    mayTakeBack: isOpen(row) && mayTakeBack(row),
    ...answeredWith(row),
  };
}

function isOpen({ answerUntil }: NoticeRow): boolean {
  return answerUntil !== null && answerUntil > now();
}

/** An accepted move cannot be undone, and an objection is answered by the manager. */
function mayTakeBack({ answer, kind, proposals }: NoticeRow): boolean {
  return answer === 'accepted' ? proposals.length === 0 : answer === 'declined' && kind !== 'season';
}

/** The answering side: the organisation, the club of the audit log, and the email address. */
export type Answering = { organisationId: string; club: ClubName; email: string; by?: Actor };

type Answer = z.output<typeof hallAnswer> & { id: string };

/** Answers a question for all who were asked, or takes the answer back. The manager is notified of a rejection; acceptance moves the dates. */
export async function answerQuestion(
  context: Context,
  write: Write,
  who: Answering,
  { id, answer, remark, without }: Answer,
  follow: OfferFollower,
): Promise<{ moved: number; left: number }> {
  const { tx } = write;
  const row = await lockQuestion(tx, who.organisationId, id);
  if (!isOpen(row) || (answer === null ? !mayTakeBack(row) : row.answer !== null)) throw new Problem('wrong-state');
  if (row.kind === 'season' && answer === 'declined') throw fieldProblem('answer', 'Bitte erheben Sie dazu Einwand.');
  const agreed = row.proposals.filter(({ bookingId }) => !without.includes(bookingId));
  if (answer === 'accepted' && row.proposals.length > 0 && agreed.length === 0)
    throw fieldProblem('without', 'Wenn kein Termin umziehen soll, lehnen Sie bitte ab.');
  const stay = answer === 'accepted' ? row.proposals.length - agreed.length : 0;
  const words = stay > 0 ? [stayWords(stay), remark].filter(Boolean).join(' ') : remark;
  await setAnswer(tx, row, answer, { remark: answer === 'declined' || stay > 0 ? words : '', email: who.email });
  const of = await organisationOf(tx, row.organisationId);
  const { moved, left } =
    answer === 'accepted' && agreed.length > 0
      ? await moveAgreed(context, write, { ruleId: row.subjectId, proposals: agreed, by: who.by }, follow)
      : { moved: [], left: [] };
  const staying =
    answer === 'accepted'
      ? row.proposals.map(({ bookingId }) => bookingId).filter((bookingId) => without.includes(bookingId) || left.includes(bookingId))
      : [];
  const dates = await bookedDates(tx, staying);
  await notifyHallManager(context.settings, tx, of, row, { answer, remark: words, left: left.length, dates });
  const collection = row.kind === 'season' ? 'seasons' : 'facilities';
  const said = answer ? holderAnswerWords({ kind: row.kind, answer }) : 'Antwort zurückgenommen';
  write.audit(
    'hallQuestions.answer',
    { club: who.club, id: row.subjectId, entity: collection, by: who.by },
    `${row.subject}: ${said} (${of.name})${dates.length > 0 ? `; ohne Halle bleiben: ${dates.join('; ')}` : ''}`,
  );
  for (const club of new Set([who.club, of.managerClub])) write.changed({ collection, club });
  return { moved: moved.length, left: left.length };
}

/** The dates that stay without a hall because their holder declined the proposed one. */
function stayWords(count: number): string {
  return count === 1 ? 'Ein Termin soll nicht umziehen.' : `${count} Termine sollen nicht umziehen.`;
}

async function lockQuestion(tx: Transaction, organisationId: string, id: string): Promise<NoticeRow> {
  const [row] = await inAllClubs(tx, () =>
    tx
      .select()
      .from(holderNotice)
      .where(and(eq(holderNotice.id, id), eq(holderNotice.organisationId, organisationId), isNotNull(holderNotice.answerUntil)))
      .for('update'),
  );
  if (!row) throw new Problem('not-found');
  return row;
}

async function setAnswer(
  tx: Transaction,
  { organisationId, newsKey }: NoticeRow,
  answer: HolderAnswer | null,
  { remark, email }: { remark: string; email: string },
): Promise<void> {
  await inAllClubs(tx, () =>
    tx
      .update(holderNotice)
      .set({ answer, remark, answeredBy: answer ? email : '', answeredAt: answer ? now() : null })
      .where(and(eq(holderNotice.organisationId, organisationId), eq(holderNotice.newsKey, newsKey))),
  );
}

/** The organisation, with the club that manages the halls of the question. */
async function organisationOf(tx: Transaction, id: string) {
  const [row] = await inAllClubs(tx, () =>
    tx.select({ name: organisation.name, managerClub: organisation.managerClub }).from(organisation).where(eq(organisation.id, id)),
  );
  if (!row) throw new Problem('not-found');
  return row;
}

async function notifyHallManager(
  settings: Settings,
  tx: Transaction,
  { name, managerClub }: { name: string; managerClub: ClubName },
  row: NoticeRow,
  {
    answer,
    remark,
    left,
    dates,
  }: { answer: HolderAnswer | null; remark: string; left: number; /** The dates without a hall. */ dates: string[] },
): Promise<void> {
  const words =
    answer === 'declined'
      ? remark
        ? `hat abgelehnt: ${remark}`
        : 'hat abgelehnt.'
      : answer === null && row.answer === 'declined'
        ? 'hat die Ablehnung zurückgenommen.'
        : dates.length > 0
          ? agreedWords({ remark, left, dates })
          : '';
  if (words === '') return;
  await writeToClub(tx, settings, managerClub, {
    page: row.kind === 'season' ? `/admin/seasons/${row.subjectId}` : '/admin/bookings',
    subject: `Antwort: ${row.subject}`,
    body: `${name} ${words}\n\nGefragt war:\n\n${row.body}`,
    onceKey: `answer:${row.id}:${now().getTime()}`,
  });
}

/** An acceptance after which some dates stay without a hall: a place was taken meanwhile, or they are not to move. */
function agreedWords({ remark, left, dates }: { remark: string; left: number; dates: readonly string[] }): string {
  const taken = left === 1 ? 'Eine Halle war inzwischen vergeben.' : `${left} Hallen waren inzwischen vergeben.`;
  const why = ['hat zugestimmt.', left > 0 && taken, remark].filter(Boolean).join(' ');
  return `${why}\n\nWeiter ohne Halle:\n${dates.map((date) => `- ${date}`).join('\n')}`;
}

/** An objection declines the result of a season: it answers the latest question. */
export async function declineResult(
  tx: Transaction,
  seasonId: string,
  { organisationId, email }: Pick<Answering, 'organisationId' | 'email'>,
): Promise<void> {
  await inAllClubs(tx, () =>
    tx
      .update(holderNotice)
      .set({ answer: 'declined', answeredBy: email, answeredAt: now() })
      .where(and(isAbout(seasonId), eq(holderNotice.organisationId, organisationId), gt(holderNotice.answerUntil, now()))),
  );
}

/** Asks an organisation again whether its result suits it: it took its objections back. */
export async function reopenResult(tx: Transaction, seasonId: string, organisationId: string): Promise<void> {
  await inAllClubs(tx, () =>
    tx
      .update(holderNotice)
      .set({ answer: null, remark: '', answeredBy: '', answeredAt: null })
      .where(
        and(
          isAbout(seasonId),
          eq(holderNotice.organisationId, organisationId),
          eq(holderNotice.answer, 'declined'),
          gt(holderNotice.answerUntil, now()),
        ),
      ),
  );
}

/** Ends the open questions about a season. */
export async function endQuestions(tx: Transaction, seasonId: string): Promise<void> {
  await inAllClubs(tx, () =>
    tx
      .update(holderNotice)
      .set({ answerUntil: now() })
      .where(and(isAbout(seasonId), gt(holderNotice.answerUntil, now()))),
  );
}

function isAbout(seasonId: string) {
  return and(eq(holderNotice.kind, 'season'), eq(holderNotice.subjectId, seasonId));
}

/** SQL for the number of open questions to a club of the portal. */
export function openQuestions(club: ClubName) {
  return sql`from (select distinct ${holderNotice.newsKey} from ${holderNotice}
    join ${organisation} on ${organisation.id} = ${holderNotice.organisationId}
    where ${organisation.club} = ${club} and ${and(isNull(holderNotice.answer), gt(holderNotice.answerUntil, now()))}) as questions`;
}
