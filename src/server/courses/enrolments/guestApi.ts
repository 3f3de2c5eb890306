import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { needsGuardian } from '#shared/courses/eligibility.ts';
import type { guestInput } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { bearsName, correctEmail, keepConsents, makePerson, type PersonRow } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry, type Limit } from '#server/platform/http/rateLimit.ts';
import { isRecordId, linkHash } from '#server/platform/secretLinks.ts';
import { givenConsents } from './agreements.ts';
import { postEmail } from './emails.ts';
import {
  ofOffering,
  idOf,
  offeringOf,
  refOf,
  refOfRow,
  type AnySeats,
  type CourseRow,
  type EventRow,
  type Offering,
  type OfferingRef,
} from './counting.ts';
import { enrol, insert } from './enrol.ts';
import { mayComeAsGuest } from './eventRules.ts';
import { judgeFor } from './judge.ts';
import { clubOfOwn } from './own.ts';
import { mayRegister, newcomerOf } from './ownApi.ts';
import { inLine, withSeatsOf, type CheckedRef } from './seats.ts';
import { changeState } from './states.ts';
import { trialVisit } from '../trials/table.ts';
import { enrolment } from './table.ts';

type Guest = z.output<typeof guestInput>;
type Opened = { id: string; club: CourseRow['club'] };
/** What a replaced enrolment with a wrong address held. */
type LetGo = { holdsSeat: boolean; personId: string; email: string | null };

const hourMs = 60 * 60 * 1000;
const perNetwork: Limit = { free: 40, windowMs: hourMs };
const perAddress: Limit = { free: 8, windowMs: hourMs };

/** Enrols a guest: the seat is held for 30 minutes until the address is confirmed. Known and unknown guests get the same response. */
export function registerGuest(context: Context, courseId: string, input: Guest): Promise<{ ok: true }> {
  return takeGuest(context, { courseId, check: (row: CourseRow) => mayRegister(context, row) }, input);
}

/** The same for a public event. */
export function registerGuestForEvent(context: Context, eventId: string, input: Guest): Promise<{ ok: true }> {
  return takeGuest(context, { eventId, check: (row: EventRow) => mayComeAsGuest(context, row) }, input);
}

async function takeGuest(context: Context, ref: CheckedRef, input: Guest): Promise<{ ok: true }> {
  await countTry(context.database, `guest:${context.network}`, perNetwork);
  await countTry(context.database, `guest:${input.email}`, perAddress);
  return inLine(idOf(ref), () =>
    context.write(async (write) => {
      const needs = { write, settings: context.settings, actor: { name: fullName(input) } };
      return withSeatsOf(needs, ref, async (seats) => {
        const offering = offeringOf(seats);
        const { club } = offering;
        const guardianName = guardianOf(offering, input);
        const given = givenConsents(offering, input);
        const kept = await discardUnconfirmed(seats, input.replaces);
        await refuseHoarding(write.tx, input.email);
        const known = (await knownGuest(write.tx, offering, input)) ?? (await mended(write.tx, kept, input));
        if (known && (await remind(seats, known))) return { ok: true } as const;
        const row =
          known ??
          (await makePerson(write.tx, { ...input, club, emergencyContactName: guardianName, emergencyContactPhone: input.emergencyPhone }));
        const {
          judged: [judged],
          prices,
        } = await judgeFor(seats, [row]);
        if (!judged) throw new Problem('not-found');
        const newcomer = {
          ...newcomerOf(judged, prices),
          contactEmail: input.email,
          guardianName,
          answers: input.answers,
          holdKeyHash: input.holdKey && linkHash(input.holdKey),
        };
        // A corrected address keeps the held seat, even if others wait.
        await (kept?.holdsSeat ? insert(seats, [newcomer], 'unverified', false) : enrol(seats, [newcomer], false));
        const relation = guardianName ? 'guardian' : 'self';
        const purposes = ['terms' as const, ...(guardianName ? ['guardian_participation' as const] : []), ...given];
        await keepConsents(write.tx, purposes, { personId: row.id, club, name: guardianName ?? judged.person.firstname, relation });
        return { ok: true } as const;
      });
    }),
  );
}

/** The enrolment that a link opens, in its club's scope; a signed-in viewer may pass the id of their own enrolment instead. */
export async function enrolmentOf(
  context: Context,
  tx: Transaction,
  token: string,
): Promise<Opened & { ref: OfferingRef; personId: string }> {
  const one = isRecordId(token) ? await ownById(context, tx, token) : await byLink(tx, token);
  if (!one) throw new Problem('not-found');
  await enterScope(tx, one.club);
  const [row] = await tx
    .select({ courseId: enrolment.courseId, eventId: enrolment.eventId, personId: enrolment.personId })
    .from(enrolment)
    .where(eq(enrolment.id, one.id));
  if (!row) throw new Problem('not-found');
  return { ...one, ref: refOfRow(row), personId: row.personId };
}

async function ownById({ viewer }: Context, tx: Transaction, id: string): Promise<Opened | undefined> {
  const club = viewer && (await clubOfOwn(tx, viewer.userId, id));
  return club && { id, club };
}

async function byLink(tx: Transaction, secret: string): Promise<Opened | undefined> {
  const { rows } = await tx.execute<Opened>(sql`select * from enrolment_of_link(${linkHash(secret)})`);
  return rows[0];
}

/** The guardian's name for people under 18; a problem if it is missing. */
export function guardianOf(
  offering: Pick<Offering, 'requiresGuardian'>,
  input: Pick<Guest, 'birthDate' | 'guardianFirstname' | 'guardianLastname'>,
): string | undefined {
  if (!needsGuardian(offering, input.birthDate, today())) return undefined;
  const name = `${input.guardianFirstname} ${input.guardianLastname}`.trim();
  if (!input.guardianFirstname || !input.guardianLastname)
    throw fieldProblem('guardianLastname', 'Unter 18 Jahren meldet ein Elternteil an. Bitte nennen Sie Vor- und Nachnamen.');
  return name;
}

/** The existing record of a returning guest: same names, birth date and address, from an enrolment or a trial. */
export async function knownGuest(
  tx: Transaction,
  { club }: Pick<Offering, 'club'>,
  input: Pick<Guest, 'firstname' | 'lastname' | 'birthDate' | 'email'>,
): Promise<PersonRow | undefined> {
  const behind = (table: typeof enrolment | typeof trialVisit) =>
    tx.select({ id: table.personId }).from(table).where(eq(table.contactEmail, input.email));
  const [row] = await tx
    .select()
    .from(person)
    .where(
      and(
        eq(person.club, club),
        bearsName(input),
        eq(person.birthDate, input.birthDate),
        or(inArray(person.id, behind(enrolment)), inArray(person.id, behind(trialVisit))),
      ),
    )
    .orderBy(person.createdAt, person.id)
    .limit(1);
  return row;
}

/** Ends the unconfirmed enrolment with this key, without a mail; returns what it held. */
async function discardUnconfirmed(seats: AnySeats, key: string | undefined): Promise<LetGo | undefined> {
  if (key === undefined) return undefined;
  const [row] = await seats.write.tx
    .select({ id: enrolment.id, queueRank: enrolment.queueRank, personId: enrolment.personId, email: enrolment.contactEmail })
    .from(enrolment)
    .where(
      and(
        ofOffering(refOf(seats)),
        eq(enrolment.holdKeyHash, linkHash(key)),
        eq(enrolment.state, 'unverified'),
        gt(enrolment.holdExpiresAt, now()),
      ),
    );
  if (!row) return undefined;
  await changeState(seats, row.id, 'expired', { isSilent: true, reason: 'Adresse geändert' });
  return { holdsSeat: row.queueRank === null, personId: row.personId, email: row.email };
}

/** The person of an enrolment with a wrong address, if the input names the same person; their address is corrected. */
async function mended(tx: Transaction, kept: LetGo | undefined, input: Guest): Promise<PersonRow | undefined> {
  if (!kept) return undefined;
  const [row] = await tx.select().from(person).where(eq(person.id, kept.personId));
  const isSame =
    row?.firstname === input.firstname && row.lastname === input.lastname && row.birthDate === input.birthDate && row.email === kept.email;
  if (!isSame) return undefined;
  await correctEmail(tx, row.id, input.email);
  return row;
}

/** Sends the mail of an existing enrolment again, to its own address only. */
async function remind(seats: AnySeats, known: PersonRow): Promise<boolean> {
  const [row] = await seats.write.tx
    .update(enrolment)
    .set({ version: sql`${enrolment.version} + 1` })
    .where(and(ofOffering(refOf(seats)), eq(enrolment.personId, known.id), inArray(enrolment.state, enrolmentSets.active)))
    .returning();
  if (row) await postEmail(seats, { ...row, name: fullName(known) });
  return row !== undefined;
}

/** Limits the open enrolments of an address, so that nobody hoards seats. */
async function refuseHoarding(tx: Transaction, email: string): Promise<void> {
  const [row] = await tx
    .select({ open: sql<number>`count(*)::int` })
    .from(enrolment)
    .where(and(eq(enrolment.contactEmail, email), inArray(enrolment.state, enrolmentSets.undecided)));
  if ((row?.open ?? 0) >= 30) throw new Problem('too-many-requests', { retryAfterSeconds: 3600 });
}
