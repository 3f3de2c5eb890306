import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { NoticeKind, NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import { seasonOf, seasonStart } from '#shared/courses/ageSeason/seasons.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { addDays, dayInWords, localOf, timesInWords, type LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { notifyAccounts, subscribersOf, wordsOnChoices, type ToldOf } from '#server/accounts/notices/service.ts';
import { accountsWithPerson, noteAskedForNumbers } from '#server/people/persons/service.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { isKnownBy } from '../enrolments/service.ts';
import { enrolment } from '../enrolments/table.ts';
import { placeNow } from '../offers/placeNow.ts';
import { course, courseSession, courseTrainer } from '../offers/table.ts';
import { hasSeatThen } from './familySessions.ts';
import { askGuestsForNumbers } from './numberByLink.ts';
import { effectiveReply } from './table.ts';

type Needs = Pick<Services, 'database' | 'settings'>;
const beforehandMs = 2 * 60 * 60 * 1000;

/** Reminds accounts that chose it of their family's sessions of the next day, in one message. Called by a job at 18:00. */
export async function remindFamilies({ database, settings }: Needs): Promise<void> {
  const tomorrow = addDays(today(), 1);
  await database.write(everyClub, async ({ tx }) => {
    const rows = await datesOn(tx, tomorrow);
    const families = Map.groupBy(rows, ({ userId }) => userId);
    for (const [userId, { email, people }] of await subscribersOf(tx, 'reminders', rows)) {
      const dates = (families.get(userId) ?? []).filter(({ personId }) => people.has(personId));
      const [first] = dates;
      if (!first) continue;
      await notifyRecipient(tx, settings, {
        userId,
        email,
        club: first.club,
        topic: 'reminder',
        kind: 'reminders',
        title: dates.length === 1 ? 'Morgen: ein Termin Ihrer Familie' : `Morgen: ${dates.length} Termine Ihrer Familie`,
        body: [`${dayInWords(tomorrow)}:`, ...dates.map(lineOf)].join('\n'),
        key: `reminder:${tomorrow}`,
        concerns: dates,
      });
    }
  });
}

/** Notifies the leaders of a session which participants are excused, within two hours before it begins, once per session. Called by a job every ten minutes. */
export async function notifyLeaders({ database, settings }: Needs): Promise<void> {
  await database.write(everyClub, async ({ tx }) => {
    const rows = await excusedSoon(tx);
    for (const [sessionId, excused] of Map.groupBy(rows, ({ session }) => session.id)) {
      const [first] = excused;
      if (!first) continue;
      const { session, title, club, courseId } = first;
      const leaders = (await leadersOf(tx, courseId, session.substitutePersonId)).map((userId) => ({ userId, personId: null }));
      const names = excused.map(fullName);
      for (const [userId, { email }] of await subscribersOf(tx, 'replies', leaders))
        await notifyRecipient(tx, settings, {
          userId,
          email,
          club,
          topic: 'replies',
          kind: 'replies',
          title: `${names.length === 1 ? 'Eine Person kommt' : `${names.length} kommen`} nicht: ${title}, ${localOf(session.startsAt).time} Uhr`,
          body: names.join('\n'),
          key: `replies:${sessionId}`,
        });
    }
  });
}

/**
 * Tells families once a season which children come within two weeks without a number to call in an emergency. Called by a
 * job each morning.
 */
export async function askForNumbers({ database, settings }: Needs): Promise<void> {
  const season = seasonStart(seasonOf(today()));
  await database.write(everyClub, async ({ tx }) => {
    const lacking = new Map((await lackingNumbers(tx, season)).map((one) => [one.personId, one]));
    const told = await accountsWithPerson(tx, [...lacking.values()]);
    const families = Map.groupBy(told, ({ userId }) => userId);
    for (const [userId, { email, people }] of await subscribersOf(tx, 'enrolments', told)) {
      const children = (families.get(userId) ?? []).flatMap(({ personId }) => (people.has(personId) ? (lacking.get(personId) ?? []) : []));
      const [first] = children;
      if (!first) continue;
      const names = new Intl.ListFormat('de-DE').format(children.map(({ firstname }) => firstname));
      await notifyRecipient(tx, settings, {
        userId,
        email,
        club: first.club,
        topic: 'enrolment',
        kind: 'enrolments',
        title: `Notfallnummer fehlt: ${names}`,
        body: `Wen dürfen wir anrufen, wenn in der Halle etwas passiert? Für ${names} kennen wir noch keine Nummer. Bitte tragen Sie sie unter „Meine Übersicht“ ein.`,
        key: `emergency:${season}:${first.personId}`,
        concerns: children.map(({ personId }) => ({ userId, personId })),
      });
    }
    const known = new Set(told.map(({ personId }) => personId));
    const guests = await askGuestsForNumbers(
      { tx, settings },
      [...lacking.keys()].filter((id) => !known.has(id)),
      season,
    );
    await noteAskedForNumbers(tx, [...known, ...guests]);
  });
}

type Told = {
  userId: string;
  /** The address for an additional mail. */
  email: string | null;
  club: ClubName;
  topic: NoticeTopic;
  kind: NoticeKind;
  title: string;
  body: string;
  key: string;
  /** The persons concerned, if relevant. */
  concerns?: readonly ToldOf[];
};

async function notifyRecipient(tx: Transaction, settings: Needs['settings'], { userId, email, kind, key, ...told }: Told): Promise<void> {
  const { club, title, body } = told;
  await notifyAccounts(tx, { ...told, userIds: [userId], onceKey: key });
  if (email === null) return;
  const site = siteOf(settings, club);
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: email,
    subject: title,
    body: `Guten Tag,\n\n${body}\n\n${site}/me\n${wordsOnChoices(kind, site)}`,
    onceKey: `${key}:${userId}`,
  });
}

/** The sessions of a day of all persons with a seat who have not declined, for each account that acts for them. */
function datesOn(tx: Transaction, day: string) {
  return tx
    .select({
      userId: actingAccess.userId,
      personId: enrolment.personId,
      firstname: person.firstname,
      title: course.title,
      club: course.club,
      startsAt: courseSession.startsAt,
      endsAt: courseSession.endsAt,
      place: placeNow,
    })
    .from(courseSession)
    .innerJoin(enrolment, hasSeatThen)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .innerJoin(actingAccess, and(eq(actingAccess.personId, enrolment.personId), isKnownBy(actingAccess)))
    .leftJoin(effectiveReply, and(eq(effectiveReply.sessionId, courseSession.id), eq(effectiveReply.personId, enrolment.personId)))
    .where(
      and(
        eq(courseSession.localDate, day),
        inArray(courseSession.state, sessionSets.coming),
        or(isNull(effectiveReply.reply), ne(effectiveReply.reply, 'no')),
      ),
    )
    .orderBy(asc(courseSession.startsAt), asc(person.firstname), asc(course.title));
}

/** The minors with a session within two weeks who have no emergency number, and whose family was not asked since `season` began. */
function lackingNumbers(tx: Transaction, season: LocalDate) {
  return tx
    .selectDistinct({ personId: person.id, firstname: person.firstname, club: course.club, enteredBy: enrolment.registeredBy })
    .from(courseSession)
    .innerJoin(enrolment, hasSeatThen)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(
      and(
        inArray(courseSession.state, sessionSets.coming),
        gt(courseSession.startsAt, now()),
        lte(courseSession.localDate, addDays(today(), 14)),
        sql`coalesce(${person.emergencyContactPhone}, '') = ''`,
        isNull(person.anonymisedAt),
        sql`${person.birthDate} + interval '18 years' > ${today()}::date`,
        or(isNull(person.emergencyAskedOn), lt(person.emergencyAskedOn, season)),
      ),
    )
    .orderBy(asc(person.firstname), asc(person.id));
}

function lineOf({ startsAt, endsAt, title, firstname, place }: Awaited<ReturnType<typeof datesOn>>[number]): string {
  return [timesInWords({ startsAt, endsAt }), title, firstname, place].filter(Boolean).join(' · ');
}

/** The persons excused from sessions that begin within two hours. */
function excusedSoon(tx: Transaction) {
  return tx
    .select({
      session: courseSession,
      courseId: course.id,
      title: course.title,
      club: course.club,
      firstname: person.firstname,
      lastname: person.lastname,
    })
    .from(courseSession)
    .innerJoin(enrolment, hasSeatThen)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .innerJoin(
      effectiveReply,
      and(eq(effectiveReply.sessionId, courseSession.id), eq(effectiveReply.personId, enrolment.personId), eq(effectiveReply.reply, 'no')),
    )
    .where(
      and(
        inArray(courseSession.state, sessionSets.coming),
        gt(courseSession.startsAt, now()),
        lte(courseSession.startsAt, new Date(now().getTime() + beforehandMs)),
      ),
    )
    .orderBy(asc(courseSession.startsAt), asc(person.lastname), asc(person.firstname));
}

/** The accounts of the leaders of a course, and of the substitute. */
async function leadersOf(tx: Transaction, courseId: string, substitute: string | null): Promise<string[]> {
  const trainers = await tx.select({ id: courseTrainer.personId }).from(courseTrainer).where(eq(courseTrainer.courseId, courseId));
  const people = [...trainers.map(({ id }) => id), ...(substitute ? [substitute] : [])];
  if (people.length === 0) return [];
  const rows = await tx
    .selectDistinct({ userId: actingAccess.userId })
    .from(actingAccess)
    .where(and(inArray(actingAccess.personId, people), eq(actingAccess.relation, 'self')));
  return rows.map(({ userId }) => userId);
}
