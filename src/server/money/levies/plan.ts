import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pricedRule } from '#shared/money/fees/feeOrder.ts';
import type { LevyInput, LevyLine, LevyPreview } from '#shared/money/levies/contract.ts';
import { missingHours, type MissingHours } from '#shared/money/levies/helperHours.ts';
import { hoursWords, meansMember } from '#shared/money/levies/rules.ts';
import { creditedMinutes, guestMinutes } from '#server/helpers/lists/service.ts';
import { feeMembers } from '#server/people/members/service.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import { person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { payersOf } from '../charges/payers.ts';
import { charge } from '../charges/table.ts';
import { feeFacts, rulesOf } from '../fees/facts.ts';

/** The amount for one person, and its payer. */
export type PlannedLevy = LevyLine & {
  /** Null if an organisation pays for itself. */ personId: string | null;
  payerId: string;
};
type LeftOut = LevyPreview['leftOut'][number];
type Meant = {
  personId: string;
  name: string;
  cents: number;
  label: string;
  /** The payer, if already determined. */ payerPersonId?: string | null;
};
export type LevyPlan = { lines: PlannedLevy[]; leftOut: LeftOut[]; hash: string };

/** The preview of a levy: persons with amounts, by name, and those left out. The transaction must be in the scope of the club. */
export async function planLevy(tx: Transaction, club: ClubName, order: LevyInput): Promise<LevyPlan> {
  await refuseClosed(tx, club, order.dueOn);
  if (order.whom === 'organisations') return planned(await askedOrganisations(tx, club, order), []);
  const { meant, leftOut } = order.kind === 'helper_hours' ? await missingHelpers(tx, club, order) : await askedPeople(tx, club, order);
  const payers = await payersOf(
    tx,
    meant.map(({ personId, payerPersonId }) => payerPersonId ?? personId),
    today(),
  );
  const before = order.kind === 'other' ? await askedBefore(tx, club, order.label) : new Set<string>();
  const lines = meant.map(({ personId, payerPersonId, name, cents, label }): PlannedLevy => {
    const payer = payers.get(payerPersonId ?? personId);
    const method = order.method === 'auto' ? (payer?.mandate ? 'sepa' : 'transfer') : order.method;
    const note = before.has(personId) ? repeated : '';
    const payerId = payer?.personId ?? personId;
    return { forId: personId, personId, payerId, name, payer: payer?.name ?? name, label, cents, method, note };
  });
  return planned(lines, leftOut);
}

function planned(lines: PlannedLevy[], leftOut: LeftOut[]): LevyPlan {
  return { lines, leftOut, hash: hashOf(lines) };
}

/** Organisations pay by transfer or in cash, since only persons have mandates. */
async function askedOrganisations(tx: Transaction, club: ClubName, order: LevyInput): Promise<PlannedLevy[]> {
  const { cents, label, organisationIds } = order;
  const rows = await tx
    .select({ forId: organisation.id, payerId: organisation.id, name: organisation.name, payer: organisation.name })
    .from(organisation)
    .where(and(eq(organisation.managerClub, club), inArray(organisation.id, [...organisationIds]), isNull(organisation.archivedOn)))
    .orderBy(sql`lower(${organisation.name})`, organisation.id);
  if (rows.length < new Set(organisationIds).size) throw fieldProblem('organisationIds', 'Eine dieser Organisationen gibt es nicht mehr.');
  const before = await askedBefore(tx, club, label);
  const method = order.method === 'cash' ? 'cash' : 'transfer';
  return rows.map((row) => ({ ...row, personId: null, label, cents, method, note: before.has(row.forId) ? repeated : '' }));
}

function hashOf(lines: readonly PlannedLevy[]): string {
  const facts = lines.map(({ forId, payerId, cents, method, label }) => [forId, payerId, cents, method, label]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** Throws for a due day in a closed period, whose books it would change. */
async function refuseClosed(tx: Transaction, club: ClubName, dueOn: string): Promise<void> {
  const { rows } = await tx.execute<{ isClosed: boolean }>(sql`select ${dueOn}::date <= books_closed_until(${club}) as "isClosed"`);
  if (rows[0]?.isClosed) throw new Problem('period-closed');
}

async function askedPeople(tx: Transaction, club: ClubName, order: LevyInput): Promise<{ meant: Meant[]; leftOut: LeftOut[] }> {
  const { cents, label, personIds } = order;
  if (order.whom === 'people') {
    const rows = await tx
      .select({ personId: person.id, name: listedNameOf(person) })
      .from(person)
      .where(and(eq(person.club, club), inArray(person.id, [...personIds]), isNull(person.anonymisedAt)))
      .orderBy(person.lastname, person.firstname, person.id);
    if (rows.length < new Set(personIds).size) throw fieldProblem('personIds', 'Eine dieser Personen gibt es im Verein nicht mehr.');
    return { meant: rows.map((row) => ({ ...row, cents, label })), leftOut: [] };
  }
  const members = await feeMembers(tx, club, { from: today(), to: today() });
  const judged = members.map((member) => ({ ...member, verdict: meansMember(member, order, today()) }));
  const meant = judged.filter(({ verdict }) => verdict === true).map(({ personId, name }) => ({ personId, name, cents, label }));
  return { meant: onePerPerson(meant), leftOut: judged.flatMap(leftBy) };
}

/** The members with fewer confirmed hours in a year than the rules require; excludes those already charged for that year. */
async function missingHelpers(tx: Transaction, club: ClubName, { year }: LevyInput): Promise<{ meant: Meant[]; leftOut: LeftOut[] }> {
  if (year === null) throw new Problem('not-ready');
  const rules = (await rulesOf(tx, club)).filter(({ layer }) => layer === 'helper').map(pricedRule);
  if (rules.length === 0) throw new Problem('not-ready', { fields: [{ path: 'kind', message: noHelperRule }] });
  const { members, families } = await feeFacts(tx, club, { from: `${year}-01-01`, to: `${year}-12-31` });
  const { missing, faults } = missingHours({ year, rules, members, families, done: await creditedMinutes(tx, club, year) });
  const before = await askedForYear(tx, club, year);
  const isAsked = ({ personIds }: MissingHours) => personIds.some((id) => before.has(id));
  const again = missing.filter(isAsked).map(({ name }) => ({ name, reason: `Für ${year} schon gefordert.` }));
  const guests = (await guestMinutes(tx, club, year)).map(({ name, minutes }) => ({
    name,
    reason: `Hat ohne Konto geholfen, ${hoursWords(minutes)}. Zählt erst, wenn die Schicht einer Person zugeordnet ist.`,
  }));
  return { meant: missing.filter((one) => !isAsked(one)), leftOut: [...faults, ...again, ...guests] };
}

const repeated = 'Hat schon eine Forderung mit diesem Text.';
const noHelperRule = 'Die Beitragsordnung hat noch keine Regel für Helferstunden. Legen Sie sie unter „Beiträge“ an.';

function leftBy({ name, verdict }: { name: string; verdict: boolean | string }): LeftOut[] {
  return typeof verdict === 'string' ? [{ name, reason: verdict }] : [];
}

function onePerPerson(meant: readonly Meant[]): Meant[] {
  return [...new Map(meant.map((one) => [one.personId, one])).values()];
}

async function askedBefore(tx: Transaction, club: ClubName, label: string): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ forId: sql<string>`coalesce(${charge.personId}, ${charge.organisationId})` })
    .from(charge)
    .where(and(eq(charge.club, club), eq(charge.source, 'other'), eq(charge.label, label), ne(charge.state, 'cancelled')));
  return new Set(rows.map(({ forId }) => forId));
}

async function askedForYear(tx: Transaction, club: ClubName, year: number): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ personId: sql<string>`${charge.personId}` })
    .from(charge)
    .where(and(eq(charge.club, club), eq(charge.source, 'helper_hours'), eq(charge.period, String(year)), ne(charge.state, 'cancelled')));
  return new Set(rows.map(({ personId }) => personId));
}
