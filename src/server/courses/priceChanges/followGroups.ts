import { randomUUID } from 'node:crypto';
import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import type { Price } from '#shared/courses/eligibility.ts';
import { daysOf, dueChange, type GroupChange } from '#shared/courses/priceChanges/priceGroupRules.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { membersOn } from '#server/people/members/service.ts';
import { person } from '#server/people/persons/table.ts';
import { everyClub, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { CourseRow, EnrolmentRow, Seats } from '../enrolments/counting.ts';
import { inLine, withSeats } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { coursePrices } from '../offers/service.ts';
import { course } from '../offers/table.ts';
import { firstGroup, groupChangesOf } from './groupChanges.ts';
import { postGroupChanges, postPriceStays } from './mails.ts';
import { enrolmentPriceGroup } from './table.ts';

/** The job behind the record of an entry in the log of the club. */
const system = { name: 'System' };

/**
 * Follows the age and the membership of the people in permanent groups: tells families of another price six weeks before it applies, and makes
 * it the price of the enrolment on its day. Billing does not depend on the latter. Called by a job each night.
 */
export async function followPriceGroups({ database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const groups = await database.read(everyClub, (tx) =>
    tx
      .select()
      .from(course)
      .where(and(eq(course.kind, 'permanent'), inArray(course.status, courseSets.running))),
  );
  for (const group of groups) {
    const { id } = group;
    try {
      const hasWork = await database.read(
        everyClub,
        async (tx) => (await dueIn(tx, group)).length > 0 || (await begunIn(tx, id)).length > 0,
      );
      if (hasWork)
        await inLine(id, () =>
          database.write(everyClub, (write) => withSeats({ write, settings, actor: system }, id, () => undefined, follow)),
        );
    } catch (error) {
      // A failing one must not block the others; it is tried again in the next run.
      log.warn({ err: error, courseId: id }, 'the price groups of a group were not followed');
    }
  }
}

async function follow(seats: Seats): Promise<void> {
  const { write } = seats;
  const due = await dueIn(write.tx, seats.course);
  const staying = [];
  for (const { row, changes } of due) {
    const withdrawn = await announce(seats, row, changes);
    const [told] = withdrawn.filter(({ cents }) => cents !== row.priceCents);
    if (told && changes.every(({ cents }) => cents === row.priceCents)) staying.push({ row, day: told.fromOn });
  }
  await postGroupChanges(seats, due);
  for (const [day, those] of Map.groupBy(staying, (one) => one.day))
    await postPriceStays(
      seats,
      those.map(({ row }) => row),
      day,
    );
  const begun = await begunIn(write.tx, seats.course.id);
  const prices = begun.length > 0 ? await coursePrices(write.tx, seats.course.id) : [];
  for (const { row, change } of begun) {
    // The offer may have changed its prices since the family was told.
    const listed = prices.find(({ category, per }) => category === change.category && per === row.pricePer);
    await write.tx
      .update(enrolment)
      // The earlier price stays the full price, which bills the time before.
      .set({
        priceCategory: change.category,
        fullPriceCents: sql`coalesce(${enrolment.fullPriceCents}, ${enrolment.priceCents})`,
        priceCents: listed?.cents ?? change.cents,
      })
      .where(eq(enrolment.id, row.id));
    await write.tx.update(enrolmentPriceGroup).set({ appliedAt: now() }).where(eq(enrolmentPriceGroup.id, change.id));
    write.changed({ collection: 'participations', club: row.club, entityId: row.id });
  }
}

/** Writes the changes of one enrolment in place of what was told for the same days or later ones, which have not begun; returns the latter. */
async function announce({ write, course: { title } }: Seats, row: EnrolmentRow, changes: readonly GroupChange[]) {
  const [first] = changes;
  if (!first) return [];
  const withdrawn = await write.tx
    .delete(enrolmentPriceGroup)
    .where(and(eq(enrolmentPriceGroup.enrolmentId, row.id), gte(enrolmentPriceGroup.fromOn, first.from)))
    .returning();
  await write.tx
    .update(enrolment)
    .set({ pricePer: row.pricePer })
    .where(and(eq(enrolment.id, row.id), isNull(enrolment.pricePer)));
  await write.tx.insert(enrolmentPriceGroup).values(
    changes.map(({ from, category, cents, before }) => ({
      id: randomUUID(),
      club: row.club,
      enrolmentId: row.id,
      fromOn: from,
      category,
      cents,
      before,
      toldAt: now(),
    })),
  );
  const words = changes.map(({ from, category }) => `ab ${germanDate(from)} ${priceCategoryNames[category]}`).join(', ');
  write.audit(
    'participants.update',
    { club: row.club, id: row.id, entity: 'participations', by: system },
    `Preisgruppe ${words} (${title})`,
  );
  return withdrawn;
}

/** The enrolments of a group whose price group is going to change, with the changes that are to be told. */
async function dueIn(tx: Transaction, group: CourseRow): Promise<{ row: EnrolmentRow; changes: GroupChange[] }[]> {
  const found = await tx
    .select({ row: enrolment, birthDate: person.birthDate, personClub: person.club })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(
      and(
        eq(enrolment.courseId, group.id),
        eq(enrolment.state, 'confirmed'),
        eq(enrolment.keepsPriceGroup, false),
        isNotNull(enrolment.priceCategory),
        or(isNull(enrolment.pricePer), ne(enrolment.pricePer, 'course')),
      ),
    );
  if (found.length === 0) return [];
  const prices = await coursePrices(tx, group.id);
  // A row of before names no unit: like its bills, it has that of the price list.
  const listedPer = ({ priceCategory }: EnrolmentRow) => prices.find(({ category }) => category === priceCategory)?.per ?? 'course';
  const rows = found
    .map((one) => ({ ...one, row: { ...one.row, pricePer: one.row.pricePer ?? listedPer(one.row) } }))
    .filter(({ row }) => row.pricePer !== 'course');
  const known = await groupChangesOf(
    tx,
    rows.map(({ row }) => row.id),
  );
  const days = [...new Set(rows.flatMap(({ row }) => daysOf(today(), row.pricePer ?? 'month')))];
  const ids = rows.map(({ row }) => row.personId);
  const members = new Map(await oneByOne(days, async (day) => [day, await membersOn(tx, ids, day)] as const));
  const pricesOn = (day: LocalDate) => pricesFrom(prices, group, day);
  return rows.flatMap(({ row, birthDate, personClub }) => {
    const factsOn = (day: LocalDate) => ({
      // A person of another club is not a member here.
      isMember: personClub === group.club && (members.get(day)?.has(row.personId) ?? false),
      isPartnerMember: false,
      isUnder18: isMinor(birthDate, day),
    });
    const made = changesOf(row, known.get(row.id) ?? [], { pricesOn, factsOn });
    // Nobody pays beyond the last day; if the notice is withdrawn, the next night tells of the change.
    const changes = made.filter(({ from }) => row.leavesOn === null || from <= row.leavesOn);
    return changes.length > 0 ? [{ row, changes }] : [];
  });
}

function changesOf(row: EnrolmentRow, known: readonly GroupChange[], facts: Omit<Parameters<typeof dueChange>[1], 'today'>): GroupChange[] {
  const made: GroupChange[] = [];
  const seat = { category: firstGroup(row, known), per: row.pricePer ?? 'month', changes: known };
  // One change may bring another one after it forward; each is later than the one before.
  for (let next = dueChange(seat, { today: today(), ...facts }); next; next = dueChange(seat, { today: today(), ...facts })) {
    const { from } = next;
    if (made.some((one) => one.from >= from)) break;
    made.push(next);
    seat.changes = [...seat.changes.filter((one) => one.from < from), next];
  }
  return made;
}

/** The prices of a group on a day, with those that it announced. */
function pricesFrom(prices: readonly Price[], { comingPrices }: CourseRow, day: LocalDate): readonly Price[] {
  if (!comingPrices || comingPrices.from > day) return prices;
  return prices.map((one) => ({
    ...one,
    cents: comingPrices.prices.find(({ category }) => category === one.category)?.cents ?? one.cents,
  }));
}

/** The changes of a group's enrolments that begin by today and are not yet theirs. */
function begunIn(tx: Transaction, courseId: string) {
  return tx
    .select({ row: enrolment, change: enrolmentPriceGroup })
    .from(enrolmentPriceGroup)
    .innerJoin(enrolment, eq(enrolment.id, enrolmentPriceGroup.enrolmentId))
    .where(and(eq(enrolment.courseId, courseId), isNull(enrolmentPriceGroup.appliedAt), lte(enrolmentPriceGroup.fromOn, today())))
    .orderBy(enrolmentPriceGroup.fromOn);
}
