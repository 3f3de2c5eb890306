import { and, asc, eq } from 'drizzle-orm';
import { cancelRuleBefore } from '#shared/courses/cancellation.ts';
import { runsUntilNotice } from '#shared/courses/leaving.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { ruleInWords } from '#shared/courses/eligibility.ts';
import { comingPricesInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { isTriable } from '#shared/courses/trials/trialRules.ts';
import { isId } from '#shared/kernel/fields.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { addressOf, readFacility, readUnits } from '#server/halls/facilities/service.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { waysToPay } from '../orders/ways.ts';
import { offeredCards } from '../cards/products.ts';
import { currentSlots } from '../planning/dates.ts';
import { listedOf } from './list.ts';
import { coursePrices, type CourseRow } from './service.ts';
import { course, courseSession, courseTrainer } from './table.ts';

/** A course by id or slug; 404 if there is none. */
export async function courseAt(tx: Pick<Transaction, 'select'>, address: string): Promise<CourseRow> {
  const [row] = await tx
    .select()
    .from(course)
    .where(isId(address) ? eq(course.id, address) : eq(course.slug, address));
  if (!row) throw new Problem('not-found');
  return row;
}

/** The public page of a course. The transaction must be in its club's scope. */
export async function coursePageOf(tx: Transaction, row: CourseRow, hasRegistration: boolean): Promise<CoursePage> {
  const { listed, counts } = await listedOf(tx, row);
  const sessions = await tx
    .select()
    .from(courseSession)
    .where(eq(courseSession.courseId, row.id))
    .orderBy(asc(courseSession.startsAt))
    .limit(300);
  const trainers = await tx
    .select({ firstname: person.firstname, lastname: person.lastname, role: courseTrainer.role })
    .from(courseTrainer)
    .innerJoin(person, eq(person.id, courseTrainer.personId))
    .where(and(eq(courseTrainer.courseId, row.id), eq(courseTrainer.isPublic, true)))
    .orderBy(courseTrainer.role, person.lastname);
  const prices = await coursePrices(tx, row.id);
  return {
    ...listed,
    description: row.description ? readRichText(row.description) : null,
    bringNote: row.bringNote,
    level: row.level,
    contact: { name: row.contactName, email: row.contactEmail, phone: row.contactPhone },
    rule: ruleInWords(row),
    requiredQualification: row.requiredQualification,
    requiresGuardian: row.requiresGuardian,
    requiredConsents: row.requiredConsents,
    isMembersOnly: row.isMembersOnly,
    visibility: row.visibility,
    hasRegistration,
    registration: row.registration,
    externalUrl: row.externalUrl,
    windows: windowsOf(row),
    closesAt: row.closesAt?.toISOString() ?? null,
    waiting: counts.waiting,
    sessions: sessions.map(({ id, localDate, startsAt, endsAt, place, state, reason }) => ({
      id,
      localDate,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      place,
      state,
      reason,
    })),
    halls: await facilitiesOf(tx, row),
    skipped: row.skippedDates,
    prices,
    waysToPay: await waysToPay(
      tx,
      row.club,
      prices.map(({ cents }) => cents),
    ),
    lateJoin: row.lateJoin,
    // Without the date for today, because the page is cached beyond midnight.
    cancelRule:
      row.kind === 'permanent' ? [runsUntilNotice(row), ...comingPricesInWords(row.comingPrices)] : cancelRuleBefore(row, today()),
    trialSessions: isTriable(row.kind) ? row.trialSessions : 0,
    cards: hasRegistration ? await offeredCards(tx, row) : [],
    trainers: trainers.map((one) => ({ name: fullName(one), role: one.role })),
    ageReference: row.ageReference,
  };
}

/** The halls of the weekly times with the units used, each hall once. */
async function facilitiesOf(tx: Transaction, { id }: CourseRow): Promise<CoursePage['halls']> {
  const slots = await currentSlots(tx, id);
  const halls: CoursePage['halls'] = [];
  for (const [facilityId, used] of Map.groupBy(slots, (one) => one.facilityId)) {
    if (!facilityId) continue;
    const { slug, name, latitude, longitude, ...hall } = await readFacility(tx, facilityId);
    const parts = new Set(used.flatMap(({ unitIds }) => unitIds));
    const units = (await readUnits(tx, [facilityId])).filter(({ retiredOn }) => retiredOn === null);
    const labels = units.filter((unit) => parts.has(unit.id)).map(({ label }) => label);
    halls.push({
      slug,
      name: labels.length < units.length ? `${name} (${labels.join(', ')})` : name,
      address: addressOf(hall),
      latitude,
      longitude,
    });
  }
  return halls;
}

function windowsOf({ returningFrom, memberFrom, publicFrom, isMembersOnly }: CourseRow): CoursePage['windows'] {
  const all: [string, Date | null][] = [
    ['Bisherige Teilnehmer', returningFrom],
    ['Mitglieder', memberFrom],
    ['Alle', isMembersOnly ? null : publicFrom],
  ];
  return all.flatMap(([label, at]) => (at ? [{ label, at: at.toISOString() }] : []));
}
