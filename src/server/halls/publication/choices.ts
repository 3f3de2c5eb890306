import { eq } from 'drizzle-orm';
import type { DateChoice, StoredChoice } from '#shared/halls/seasons/publication.ts';
import { germanDate, instantOf } from '#shared/kernel/calendar.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { allowBooking } from '../bookings/rights.ts';
import { allottedDates, brokenBy, endOf, readPlace, type Allotted } from '../bookings/service.ts';
import { readBoard } from '../seasons/board.ts';
import { noteManager } from '../seasons/managing.ts';
import { readGrants } from '../seasons/planRows.ts';
import { seasonGrant } from '../seasons/table.ts';
import type { SeasonRow } from '../seasons/view.ts';
import { allottedOf, planToPublish } from './dryRun.ts';

/** Stores the choices for taken dates until the plan is published; later choices replace earlier ones. */
export async function chooseDates(context: Context, write: Write, season: SeasonRow, choices: readonly DateChoice[]): Promise<void> {
  const { tx } = write;
  if (season.phase !== 'consultation') throw new Problem('wrong-state');
  const plan = await planToPublish(tx, season);
  const board = await readBoard(tx, season);
  const grants = new Map((await readGrants(tx, plan.id)).map((row) => [row.id, row]));
  for (const [grantId, some] of Map.groupBy(choices, (one) => one.grantId)) {
    const row = grants.get(grantId);
    const hour = row && allottedOf(season, board, row);
    if (!row || !hour) throw new Problem('not-found');
    const { dates } = await allottedDates(tx, hour);
    for (const choice of some) {
      const path = `choices.${choices.indexOf(choice)}`;
      if (!dates.includes(choice.date)) throw fieldProblem(`${path}.date`, `Am ${germanDate(choice.date)} ist kein Termin.`);
      if (choice.place) await refusePlace(context, tx, hour, { ...choice, place: choice.place }, `${path}.place`);
    }
    const chosen = new Set(some.map(({ date }) => date));
    const kept = row.choices.filter(({ date }) => !chosen.has(date));
    await tx
      .update(seasonGrant)
      .set({ choices: [...kept, ...some.flatMap((one) => storedOf(one) ?? [])] })
      .where(eq(seasonGrant.id, grantId));
  }
  noteManager(write, season, `Belegte Termine: ${choices.length} entschieden (Saison ${season.name})`);
}

function storedOf({ date, action, place }: DateChoice): StoredChoice | undefined {
  if (action === 'displace') return { date, action };
  return action === 'other' && place ? { date, action, place } : undefined;
}

/** Throws for a place that breaks a rule of its hall, or that the manager may not book. Whether it is free is checked on publication. */
async function refusePlace(
  context: Context,
  tx: Transaction,
  { rule, unitIds: parts }: Allotted,
  { date, place }: { date: string; place: NonNullable<DateChoice['place']> },
  path: string,
): Promise<void> {
  const at = await readPlace(tx, place.facilityId, date, date);
  allowBooking(context, at.facility);
  const [startsAt, endsAt] = [instantOf(date, place.startTime), instantOf(date, endOf(rule, place.startTime))];
  const { unitIds } = place;
  const broken =
    unitIds.length < parts.length ? `Es braucht ${parts.length} Teile.` : brokenBy(at, { localDate: date, startsAt, endsAt, unitIds });
  if (broken !== undefined) throw fieldProblem(path, broken);
}
