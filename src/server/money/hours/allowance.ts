import { and, desc, eq, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { allowanceKinds, type AllowanceKind, type AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { hourSheetSets, type HourSheetState } from '#shared/money/hours.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import { contractKindOn, limitOf } from '#server/people/trainers/service.ts';
import { allowanceDeclaration } from '#server/people/trainers/table.ts';
import { inAllClubs, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { hourSheet, trainerRate } from './table.ts';

type Asked = { personId: string; year: number; states?: readonly HourSheetState[] };

/** The used part of a tax-free amount of people in a year: in this club, in other clubs as they declared it, and in other clubs of this server if they allowed it. */
async function readUses(
  tx: Transaction,
  kind: AllowanceKind,
  personIds: readonly string[],
  { year, states }: { year: number; states: readonly HourSheetState[] },
): Promise<Map<string, AllowanceUse>> {
  const ids = [...personIds];
  const limitCents = await limitOf(tx, kind, year);
  const here = await sumsOf(tx, kind, year, states, inArray(hourSheet.personId, ids));
  const declared = await tx
    .select()
    .from(allowanceDeclaration)
    .where(and(inArray(allowanceDeclaration.personId, ids), eq(allowanceDeclaration.kind, kind), eq(allowanceDeclaration.year, year)));
  const opened = declared.flatMap(({ personId, countsOtherClubs }) => (countsOtherClubs ? [personId] : []));
  const others = await otherClubs(tx, kind, year, opened);
  return new Map(
    ids.map((personId) => {
      const said = declared.find((one) => one.personId === personId);
      const use = {
        personId,
        kind,
        year,
        limitCents,
        hereCents: here.get(personId) ?? 0,
        otherClubsCents: others.get(personId) ?? 0,
        elsewhereCents: said?.elsewhereCents ?? 0,
        countsOtherClubs: said?.countsOtherClubs ?? false,
        version: said?.version ?? 0,
      };
      return [personId, use];
    }),
  );
}

/** The sums of the sheets that count towards an allowance, by person. */
async function sumsOf(
  tx: Transaction,
  kind: AllowanceKind,
  year: number,
  states: readonly HourSheetState[],
  where: SQL | undefined,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ personId: hourSheet.personId, cents: sql<number>`coalesce(sum(${hourSheet.totalCents}), 0)::int` })
    .from(hourSheet)
    .where(
      and(
        where,
        inArray(hourSheet.state, states),
        sql`extract(year from ${hourSheet.periodFrom}) = ${year}`,
        sql`${contractKindOn(hourSheet.personId, hourSheet.periodTo)} = ${kind}`,
      ),
    )
    .groupBy(hourSheet.personId);
  return new Map(rows.map(({ personId, cents }) => [personId, cents]));
}

/** The amounts used in other clubs by people who allowed it, matched through their common account; only the sum is returned. */
async function otherClubs(tx: Transaction, kind: AllowanceKind, year: number, personIds: readonly string[]): Promise<Map<string, number>> {
  if (personIds.length === 0) return new Map();
  return inAllClubs(tx, async () => {
    const there = alias(actingAccess, 'there');
    const isSelf = (access: typeof actingAccess | typeof there) => and(eq(access.relation, 'self'), eq(access.state, 'verified'));
    const pairs = await tx
      .selectDistinct({ here: actingAccess.personId, there: there.personId })
      .from(actingAccess)
      .innerJoin(there, and(eq(there.userId, actingAccess.userId), isSelf(there)))
      .where(and(inArray(actingAccess.personId, [...personIds]), isSelf(actingAccess), sql`${there.club} <> ${actingAccess.club}`));
    const sums = await sumsOf(
      tx,
      kind,
      year,
      hourSheetSets.decided,
      inArray(
        hourSheet.personId,
        pairs.map((pair) => pair.there),
      ),
    );
    const byPerson = new Map<string, number>();
    for (const pair of pairs) byPerson.set(pair.here, (byPerson.get(pair.here) ?? 0) + (sums.get(pair.there) ?? 0));
    return byPerson;
  });
}

/** One person's tax-free amounts of a year; by default the approved sheets count, since those are paid. */
export async function usesOf(tx: Transaction, { personId, year, states = hourSheetSets.decided }: Asked): Promise<AllowanceUse[]> {
  const uses = await oneByOne(allowanceKinds, async (kind) => (await readUses(tx, kind, [personId], { year, states })).get(personId));
  return uses.flatMap((use) => use ?? []);
}

/** The amount that a sheet would use and the amount used before it; nothing if its contract uses no tax-free amount. */
export async function useOfSheet(tx: Transaction, sheetId: string): Promise<AllowanceUse | undefined> {
  const [sheet] = await tx
    .select({
      personId: hourSheet.personId,
      state: hourSheet.state,
      cents: hourSheet.totalCents,
      periodFrom: hourSheet.periodFrom,
      kind: contractKindOn(hourSheet.personId, hourSheet.periodTo),
    })
    .from(hourSheet)
    .where(eq(hourSheet.id, sheetId));
  const kind = allowanceKinds.find((one) => one === sheet?.kind);
  if (!sheet || !kind) return undefined;
  const uses = await usesOf(tx, { personId: sheet.personId, year: Number(sheet.periodFrom.slice(0, 4)) });
  const use = uses.find((one) => one.kind === kind);
  const own = hourSheetSets.decided.includes(sheet.state) ? (sheet.cents ?? 0) : 0;
  return use && { ...use, hereCents: use.hereCents - own };
}

/** This year's tax-free amounts of people of a club, without those that are unused. */
export async function usesOfClub(tx: Transaction, personIds: readonly string[]): Promise<AllowanceUse[]> {
  const year = Number(today().slice(0, 4));
  const uses = await oneByOne(allowanceKinds, (kind) => readUses(tx, kind, personIds, { year, states: hourSheetSets.decided }));
  return uses.flatMap((byPerson) => [...byPerson.values()]).filter(isTouched);
}

const isTouched = ({ hereCents, otherClubsCents, elsewhereCents, version }: AllowanceUse) =>
  hereCents + otherClubsCents + elsewhereCents > 0 || version > 0;

/** Today's hourly rates of people of a club: their own rate, otherwise that of the club. */
export async function ratesToday(tx: Transaction, club: ClubName, personIds: readonly string[]): Promise<Map<string, number>> {
  const rates = await tx
    .select()
    .from(trainerRate)
    .where(
      and(
        eq(trainerRate.club, club),
        isNull(trainerRate.departmentId),
        lte(trainerRate.validFrom, today()),
        or(isNull(trainerRate.personId), inArray(trainerRate.personId, [...personIds])),
      ),
    )
    .orderBy(desc(trainerRate.validFrom), desc(trainerRate.id));
  const ofClub = rates.find(({ personId }) => personId === null);
  return new Map(
    personIds.flatMap((id) => {
      const rate = rates.find(({ personId }) => personId === id) ?? ofClub;
      return rate ? [[id, rate.cents] as const] : [];
    }),
  );
}
