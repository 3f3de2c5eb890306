import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { HallRequestInput, HallWant, OwnHallRequest, RequestableHall } from '#shared/halls/hallRequests/hallRequests.ts';
import { decidedHallRequests } from '#shared/halls/hallRequests/hallRequestStates.ts';
import { addDays, germanDate, instantOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FieldProblem } from '#shared/kernel/problems.ts';
import { enterScope, everyClub, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry, type Limit } from '#server/platform/http/rateLimit.ts';
import { now } from '#server/platform/process/clock.ts';
import { linkHash } from '#server/platform/secretLinks.ts';
import { fieldBroken, readPlace } from '../bookings/place.ts';
import { readUnits, type FacilityRow } from '../facilities/service.ts';
import { facilitiesOf } from '../plan/publicPlan.ts';
import { postConfirm, notifyManager } from './mails.ts';
import { hallRequest, type HallRequestRow } from './table.ts';
import { toOwn, wantsInWords } from './view.ts';

const hourMs = 60 * 60 * 1000;
const perNetwork: Limit = { free: 10, windowMs: hourMs };
const perAddress: Limit = { free: 5, windowMs: hourMs };
const daysAtMost = 400;

/** The halls shown on the site of the club, with the number of their units. */
export function requestableHalls(context: Context): Promise<RequestableHall[]> {
  return context.read(async (tx) => {
    const halls = await facilitiesOf(tx, context.hostClub);
    const parts = Map.groupBy(
      await readUnits(
        tx,
        halls.map(({ id }) => id),
      ),
      ({ facilityId }) => facilityId,
    );
    return halls.map(({ id, name, managerClub }) => ({
      id,
      name,
      managerClub,
      parts: (parts.get(id) ?? []).filter(({ retiredOn }) => retiredOn === null).length,
    }));
  });
}

/** Stores a request until its address is confirmed. The response is the same for every address. */
export async function ask(context: Context, { website, ...input }: HallRequestInput): Promise<void> {
  await countTry(context.database, `hallRequest:${context.network}`, perNetwork);
  await countTry(context.database, `hallRequest:${input.email}`, perAddress);
  if (website !== '') return;
  await context.database.write(everyClub, async ({ tx }) => {
    const halls = await facilitiesOf(tx, context.hostClub);
    const club = managerOf(input.wants, halls);
    const broken = await oneByOne([...input.wants.entries()], ([at, want]) => brokenWant(tx, want, at));
    const fields = broken.filter((one) => one !== undefined);
    if (fields.length > 0) throw new Problem('invalid-input', { fields });
    const { organisation, ...values } = input;
    const [row] = await tx
      .insert(hallRequest)
      .values({ ...values, id: randomUUID(), club, organisationName: organisation, state: 'unconfirmed', createdAt: now() })
      .returning();
    if (row) await postConfirm(tx, context.settings, row, await wantsInWords(tx, row.wants));
  });
}

/** The request that the link of an email opens. */
export function readRequest(context: Context, token: string): Promise<OwnHallRequest> {
  return context.read(async (tx) => toOwn(tx, await readOf(tx, token)));
}

/** Confirms the address; only now the request is passed on. Idempotent. */
export function confirmRequest(context: Context, token: string): Promise<OwnHallRequest> {
  return context.write(async (write) => {
    const { tx } = write;
    const found = await lockedBy(tx, token);
    if (found.state !== 'unconfirmed') return toOwn(tx, found);
    const [row] = await tx.update(hallRequest).set({ state: 'open', confirmedAt: now() }).where(eq(hallRequest.id, found.id)).returning();
    if (!row) throw new Problem('not-found');
    await notifyManager(tx, context.settings, row, await wantsInWords(tx, row.wants));
    write.changed({ collection: 'organisations', club: row.club, entityId: row.id });
    return toOwn(tx, row);
  });
}

/** Withdraws a request before it is decided; it is deleted. */
export function withdrawRequest(context: Context, token: string): Promise<void> {
  return context.write(async (write) => {
    const row = await lockedBy(write.tx, token);
    if (decidedHallRequests.includes(row.state)) throw new Problem('wrong-state');
    await write.tx.delete(hallRequest).where(eq(hallRequest.id, row.id));
    write.changed({ collection: 'organisations', club: row.club, entityId: row.id });
  });
}

/** The club that manages all halls of a request and decides; throws if they have different managers, so that there is a single answer. */
function managerOf(wants: readonly HallWant[], halls: readonly FacilityRow[]): ClubName {
  const managers = wants.map(({ facilityId }) => halls.find(({ id }) => id === facilityId)?.managerClub);
  const [first] = managers;
  if (!first || managers.includes(undefined)) throw new Problem('not-found');
  const fields = managers.flatMap((club, at): FieldProblem[] =>
    club === first ? [] : [{ path: `wants.${at}.facilityId`, message: `Diese Halle vergibt ${club}. Bitte fragen Sie sie einzeln an.` }],
  );
  if (fields.length > 0) throw new Problem('invalid-input', { fields });
  return first;
}

const fieldOf: { readonly [path: string]: string } = { date: 'startsOn', unitIds: 'parts' };

/** The rule that a requested hour breaks, as a problem on its field: opening hours, number of units, how far ahead. */
async function brokenWant(tx: Transaction, want: HallWant, at: number): Promise<FieldProblem | undefined> {
  const { facilityId, parts, startsOn, endsOn, startTime, endTime } = want;
  const refuse = (field: string, message: string) => ({ path: `wants.${at}.${field}`, message });
  const last = addDays(startsOn, daysAtMost);
  if (endsOn !== null && endsOn > last) return refuse('endsOn', `Bitte höchstens bis zum ${germanDate(last)}.`);
  const place = await readPlace(tx, facilityId, startsOn, startsOn);
  const units = place.units.filter(({ retiredOn }) => retiredOn === null);
  if (parts > units.length) return refuse('parts', `Diese Halle hat ${units.length === 1 ? 'einen Teil' : `${units.length} Teile`}.`);
  const hour = { localDate: startsOn, startsAt: instantOf(startsOn, startTime), endsAt: instantOf(startsOn, endTime) };
  // A holiday on the first day does not affect the other days of a weekly request.
  const rules = endsOn === null ? place.rules : [];
  const broken = fieldBroken({ ...place, rules }, { ...hour, unitIds: units.slice(0, parts).map(({ id }) => id) });
  return broken && refuse(fieldOf[broken.path] ?? broken.path, broken.message);
}

/** The id of the request behind a link; enters its scope. */
async function opened(tx: Transaction, token: string): Promise<string> {
  const { rows } = await tx.execute<{ id: string; club: ClubName }>(sql`select * from hall_request_of_link(${linkHash(token)})`);
  const [found] = rows;
  if (!found) throw new Problem('not-found');
  await enterScope(tx, found.club);
  return found.id;
}

async function readOf(tx: Transaction, token: string): Promise<HallRequestRow> {
  const [row] = await tx
    .select()
    .from(hallRequest)
    .where(eq(hallRequest.id, await opened(tx, token)));
  if (!row) throw new Problem('not-found');
  return row;
}

async function lockedBy(tx: Transaction, token: string): Promise<HallRequestRow> {
  const [row] = await tx
    .select()
    .from(hallRequest)
    .where(eq(hallRequest.id, await opened(tx, token)))
    .for('update');
  if (!row) throw new Problem('not-found');
  return row;
}
