import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { OpenHallRequest } from '#shared/halls/hallRequests/hallRequests.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { oneByOne, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { holderFor, type Holder } from '../organisations/service.ts';
import { organisationContact } from '../organisations/table.ts';
import { listOrganisations } from '../organisations/view.ts';
import { insertOrganisation } from '../organisations/write.ts';
import { postLinked, postRejected } from './mails.ts';
import { requestFor } from './requestFor.ts';
import { hallRequest, type HallRequestRow } from './table.ts';
import { toOpen, wantsInWords } from './view.ts';

const listedAtMost = 200;

/** The confirmed requests that are not decided yet, oldest first. */
export async function listRequests(tx: Transaction, club: ClubName): Promise<OpenHallRequest[]> {
  const rows = await tx
    .select()
    .from(hallRequest)
    .where(and(eq(hallRequest.club, club), eq(hallRequest.state, 'open')))
    .orderBy(asc(hallRequest.confirmedAt), asc(hallRequest.id))
    .limit(listedAtMost);
  if (rows.length === 0) return [];
  const known = await listOrganisations(tx, club, 'current');
  return oneByOne(rows, (row) => toOpen(tx, row, known));
}

/** Assigns a request to an existing organisation or creates one from it, and requests its hours as bookings. */
export async function linkRequest(
  context: Context,
  write: Write,
  { id, organisationId, speaks }: { id: string; organisationId: string | null; speaks: boolean },
): Promise<{ asked: number; left: number }> {
  const { tx } = write;
  const { userId } = signedIn(context);
  const row = await lockOpen(context, tx, id);
  const holder = await holderOf(tx, row, organisationId, speaks);
  const purpose = {
    title: row.purpose,
    kind: 'training' as const,
    ageGroup: row.ageGroup,
    expectedParticipants: row.participants,
    message: row.message,
    contactPerson: row.contactName,
    contactPhone: row.phone,
    departmentId: null,
  };
  const done = await oneByOne(row.wants, (want) => requestFor(write, { holder, want, purpose, userId }));
  const [asked, left] = [sum(done.map((one) => one.asked)), done.flatMap((one) => one.left)];
  if (asked === 0)
    throw new Problem('invalid-input', {
      fields: [
        { path: 'organisationId', message: 'An allen gewünschten Tagen ist die Halle geschlossen. Bitte lehnen Sie die Anfrage ab.' },
      ],
    });
  const after = await settle(tx, row, { state: 'linked', organisationId: holder.organisationId, decidedBy: userId });
  await postLinked(tx, after, await wantsInWords(tx, row.wants), left);
  finish(write, after, `Anfrage von außen übernommen: ${holder.holder}, ${asked} Termine`);
  return { asked, left: left.length };
}

/** Rejects a request; its author receives the reason. */
export async function rejectRequest(context: Context, write: Write, { id, reason }: { id: string; reason: string }): Promise<void> {
  const { tx } = write;
  const row = await lockOpen(context, tx, id);
  const after = await settle(tx, row, { state: 'rejected', reason, decidedBy: signedIn(context).userId });
  await postRejected(tx, after, await wantsInWords(tx, row.wants));
  finish(write, after, `Anfrage von außen abgelehnt: ${row.organisationName}`);
}

/** The organisation that holds the hours; the author of the request becomes its contact. For an existing organisation they may sign only if the board allows it. */
async function holderOf(tx: Transaction, row: HallRequestRow, organisationId: string | null, speaks: boolean): Promise<Holder> {
  if (organisationId === null) {
    const made = await insertOrganisation(tx, row.club, newOrganisation(row)).catch(atOrganisation);
    return { club: row.club, organisationId: made.id, holder: made.name };
  }
  const holder = await holderFor(tx, row.club, organisationId);
  const isAuthor = and(
    eq(organisationContact.organisationId, organisationId),
    isNull(organisationContact.endedOn),
    sql`lower(${organisationContact.email}) = lower(${row.email})`,
  );
  const [there] = await tx.select({ id: organisationContact.id }).from(organisationContact).where(isAuthor);
  if (!there)
    await tx
      .insert(organisationContact)
      .values({ name: row.contactName, email: row.email, phone: row.phone, organisationId, maySign: speaks });
  else if (speaks) await tx.update(organisationContact).set({ maySign: true }).where(isAuthor);
  return holder;
}

function newOrganisation({ organisationName: name, kind, contactName, email, phone }: HallRequestRow) {
  const blank = { street: '', postcode: '', city: '', note: '', priorityClass: null, isLocal: true, isNonProfit: true };
  return { ...blank, name, kind, email, phone, contacts: [{ name: contactName, email, phone, function: '', maySign: true }] };
}

/** Maps the problem of a taken name to the field of the decision form, which only offers the choice of an organisation. */
function atOrganisation(error: unknown): never {
  if (error instanceof Problem && error.fields)
    throw new Problem('invalid-input', { fields: error.fields.map(({ message }) => ({ path: 'organisationId', message })) });
  throw error;
}

async function lockOpen(context: Context, tx: Transaction, id: string): Promise<HallRequestRow> {
  const [row] = await tx.select().from(hallRequest).where(eq(hallRequest.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'hallRequests.decide', targetOf(context, row.club));
  if (row.state !== 'open') throw new Problem('wrong-state');
  return row;
}

type Settled = Partial<Pick<HallRequestRow, 'organisationId' | 'reason' | 'decidedBy'>> & Pick<HallRequestRow, 'state'>;

async function settle(tx: Transaction, { id }: HallRequestRow, values: Settled): Promise<HallRequestRow> {
  const [row] = await tx
    .update(hallRequest)
    .set({ ...values, decidedAt: now() })
    .where(eq(hallRequest.id, id))
    .returning();
  if (!row) throw new Problem('not-found');
  return row;
}

function finish(write: Write, { id, club }: HallRequestRow, content: string): void {
  write.audit('hallRequests.decide', { club, id, entity: 'organisations' }, content);
  write.changed({ collection: 'organisations', club, entityId: id });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
