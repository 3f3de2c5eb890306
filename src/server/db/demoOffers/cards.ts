import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { lastDayOf } from '#shared/courses/cards/cardRules.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { configParameter } from '#server/club/config/table.ts';
import { cardProduct, cardProductCourse, punchCard, punchCardPerson } from '#server/courses/cards/table.ts';
import { attendance } from '#server/courses/enrolments/table.ts';
import { course, courseSession } from '#server/courses/offers/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';

const club: ClubName = 'RWA';
const soldBefore = 70;

/** Two card products of RWA, and three people with a card: one used often, one seldom, one used up. */
export async function fillCards({ tx }: Write): Promise<void> {
  const today = localOf(now()).date;
  await tx.insert(configParameter).values({ name: `cards.${club}.sold`, value: true, updatedAt: now() });
  const [open] = await tx
    .select()
    .from(course)
    .where(and(eq(course.club, club), eq(course.kind, 'permanent'), eq(course.status, 'published'), eq(course.title, 'Badminton offen')))
    .orderBy(asc(course.number))
    .limit(1);
  if (!open?.departmentId) return;
  const ten = { id: randomUUID(), title: 'Zehnerkarte Badminton', visits: 10, cents: 6_000, validMonths: 12, state: 'offered' as const };
  const five = { id: randomUUID(), title: 'Fünferkarte Badminton', visits: 5, cents: 3_500, validMonths: 6, state: 'office' as const };
  const of = { club, createdAt: now() };
  await tx.insert(cardProduct).values([
    { ...ten, ...of },
    { ...five, ...of, departmentId: open.departmentId },
  ]);
  await tx.insert(cardProductCourse).values({ productId: ten.id, courseId: open.id });
  const dates = await tx
    .select({ id: courseSession.id })
    .from(courseSession)
    .where(
      and(
        eq(courseSession.courseId, open.id),
        eq(courseSession.state, 'held'),
        lt(courseSession.startsAt, now()),
        sql`${courseSession.localDate} > ${addDays(today, -soldBefore)}`,
      ),
    )
    .orderBy(desc(courseSession.startsAt))
    .limit(6);
  const people = await guestsOf(tx, open.id);
  const sales = [
    { product: ten, came: 4 },
    { product: ten, came: 1 },
    { product: five, came: 6 },
  ];
  for (const [at, { product, came }] of sales.entries()) {
    const personId = people[at];
    if (personId) await sell(tx, { product, personId, today, sessionIds: dates.slice(0, came).map(({ id }) => id) });
  }
  // Visits with a card count as present, too.
  await tx.execute(sql`update course_session s set present_count = (select count(*) from attendance a where a.session_id = s.id and a.state in ('present', 'trial'))
    where s.id in ${sql`(${sql.join([...dates.map(({ id }) => sql`${id}`), sql`null`], sql`, `)})`}`);
}

/** People without a seat in a course; first the reader's own person, so that it has a card to look at. */
async function guestsOf(tx: Transaction, courseId: string): Promise<string[]> {
  const [reader] = await tx
    .select({ id: actingAccess.personId })
    .from(actingAccess)
    .innerJoin(appUser, eq(appUser.id, actingAccess.userId))
    .where(and(eq(appUser.club, club), eq(appUser.role, 'reader'), eq(actingAccess.relation, 'self')))
    .limit(1);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from person p where p.club = ${club} and p.birth_date < now() - interval '20 years'
      and not exists (select 1 from enrolment e where e.person_id = p.id and e.course_id = ${courseId})
      and not exists (select 1 from person_access a where a.person_id = p.id)
      and not exists (select 1 from course_trainer t where t.person_id = p.id)
    order by p.lastname, p.firstname, p.id limit 3`);
  return [...(reader ? [reader.id] : []), ...rows.map(({ id }) => id)];
}

type Sold = {
  product: { id: string; title: string; visits: number; cents: number; validMonths: number };
  personId: string;
  today: string;
  /** The sessions they attended. */
  sessionIds: readonly string[];
};

async function sell(tx: Transaction, { product, personId, today, sessionIds }: Sold): Promise<void> {
  const [id, validFrom] = [randomUUID(), addDays(today, -soldBefore)];
  const { id: productId, title, visits, cents, validMonths } = product;
  const soldAt = new Date(now().getTime() - soldBefore * 24 * 60 * 60 * 1000);
  const validUntil = lastDayOf(validFrom, validMonths);
  await tx.insert(punchCard).values({ id, club, productId, title, visits, cents, holderId: personId, validFrom, validUntil, soldAt });
  await tx.insert(punchCardPerson).values({ cardId: id, personId, club });
  const there = await tx
    .select({ id: attendance.sessionId })
    .from(attendance)
    .where(and(eq(attendance.personId, personId), inArray(attendance.sessionId, [...sessionIds])));
  for (const sessionId of sessionIds.toReversed())
    if (!there.some((one) => one.id === sessionId))
      await tx.insert(attendance).values({ sessionId, personId, club, state: 'present', markedAt: now() });
}
