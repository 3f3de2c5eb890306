import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { roundSets, wishOutcomeNames } from '#shared/courses/holiday/rules.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { holidayChild, holidayRound, holidayWish } from './table.ts';

/** Writes to each family once what its children got, as soon as all their offers have given their seats; each child is told once. */
export async function tellFamilies(write: Write, settings: Settings): Promise<void> {
  const { tx } = write;
  const rows = await tx
    .select({ row: holidayChild, round: holidayRound, name: person.firstname, email: appUser.email, home: appUser.club })
    .from(holidayChild)
    .innerJoin(holidayRound, eq(holidayRound.id, holidayChild.roundId))
    .innerJoin(person, eq(person.id, holidayChild.personId))
    .innerJoin(appUser, eq(appUser.id, holidayChild.enteredBy))
    .where(
      and(
        inArray(holidayRound.state, roundSets.fixed),
        isNull(holidayChild.toldAt),
        sql`not exists (select 1 from holiday_wish w join holiday_offer o on o.round_id = w.round_id and o.course_id = w.course_id
          where w.child_id = ${holidayChild.id} and o.sent_at is null)`,
      ),
    )
    .orderBy(asc(holidayChild.roundId), asc(person.birthDate), asc(holidayChild.id))
    .limit(500)
    .for('update', { of: holidayChild, skipLocked: true });
  for (const family of Map.groupBy(rows, ({ row }) => `${row.roundId} ${row.enteredBy}`).values()) {
    const [first] = family;
    if (!first) continue;
    const ids = family.map(({ row }) => row.id);
    await tx.update(holidayChild).set({ toldAt: now() }).where(inArray(holidayChild.id, ids));
    const parts = [];
    for (const { row, name } of family) parts.push(`${name}:\n${(await linesOf(tx, row.id)).join('\n')}`);
    const { id, club, name } = first.round;
    await postMail(tx, {
      kind: 'notice',
      club,
      recipient: first.email,
      subject: `${name}: Ihre Plätze`,
      body: `Guten Tag,\n\ndie Plätze im Ferienprogramm „${name}“ sind vergeben.\n\n${parts.join('\n\n')}\n\nEinen Platz nehmen Sie bitte bis zur genannten Zeit auf dieser Seite an, danach geht er an die Nächsten auf der Warteliste: ${siteOf(settings, first.home)}/holiday/${id}\n`,
      onceKey: `holiday:${first.row.id}:told`,
      subjectId: first.row.id,
    });
  }
}

async function linesOf(tx: Transaction, childId: string): Promise<string[]> {
  const rows = await tx
    .select({ wish: holidayWish, title: course.title, until: enrolment.offerExpiresAt })
    .from(holidayWish)
    .innerJoin(course, eq(course.id, holidayWish.courseId))
    .leftJoin(enrolment, eq(enrolment.id, holidayWish.enrolmentId))
    .where(eq(holidayWish.childId, childId))
    .orderBy(asc(holidayWish.position));
  return rows.map(({ wish: { outcome, reason }, title, until }) => {
    if (outcome === 'seat') return `– ${title}: Platz, bitte annehmen bis ${until ? instantInWords(until) : 'bald'}`;
    return `– ${title}: ${wishOutcomeNames[outcome ?? 'unfit']} (${reason})`;
  });
}
