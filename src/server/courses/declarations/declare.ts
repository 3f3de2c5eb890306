import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeclarationReceipt, declarationInput } from '#shared/courses/declarations.ts';
import { namesMembership } from '#shared/courses/declarationRules.ts';
import { declarationNames } from '#shared/courses/declarationWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { inAllClubs, enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { once, submittedForm } from '#server/platform/http/idempotency.ts';
import { now } from '#server/platform/process/clock.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { idOf, offeringOf, refOfRow, type AnySeats, type EnrolmentRow, type OfferingRef } from '../enrolments/counting.ts';
import { clubOfOwn } from '../enrolments/own.ts';
import { inLine, withSeatsOf } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import type { CourseMoney } from '../planning/service.ts';
import { applyDeclaration, task } from './effect.ts';
import { postReceipt, receiptOf, warnKnownAddress, type About } from './mails.ts';
import { findContract } from './match.ts';
import { contractDeclaration } from './table.ts';

type Sent = Omit<z.output<typeof declarationInput>, 'website'>;
type Input = Omit<Sent, 'key'>;
type Row = typeof contractDeclaration.$inferSelect;
type Outcome = Pick<Row, 'state' | 'endsOn' | 'why'>;
type Found = { id: string; club: ClubName; ref: OfferingRef };

/** Identical declarations within this time are duplicates of one submission. */
const againMs = 24 * 60 * 60 * 1000;

/**
 * Accepts a declaration: it is always stored and confirmed by mail. It takes effect automatically only if it matches
 * exactly one contract; otherwise it becomes a task of the board.
 * What a form sends again after a lost answer gets the first receipt.
 */
export async function declare(context: Context, { key, ...input }: Sent, money: CourseMoney): Promise<DeclarationReceipt> {
  const own = await ownContract(context, input.enrolmentId);
  const { matched = own, elsewhere } = own
    ? { elsewhere: undefined }
    : await context.read((tx) => inAllClubs(tx, () => findContract(tx, input)));
  const write = (work: (write: Write) => Promise<Row>) =>
    context.write((open) =>
      oncePerContent(context, open, key, input, async () => {
        const row = await work(open);
        return { receivedAt: row.receivedAt.toISOString(), text: row.receipt, endsOn: own ? row.endsOn : null };
      }),
    );
  return matched
    ? inLine(idOf(matched.ref), () => write((open) => declareOn(context, open, input, matched, money)))
    : write((open) => declareUnknown(context, open, input, elsewhere));
}

/** Runs `work` once per form and content: a changed declaration from the same form is another one. */
function oncePerContent<T>(context: Context, write: Write, key: string | undefined, input: Input, work: () => Promise<T>): Promise<T> {
  if (key === undefined) return work();
  const form = submittedForm('declaration', context.viewer?.userId ?? context.network, key, input);
  return once(write, { ...form, key: `${form.key}:${form.requestHash}` }, work);
}

/** The response to a bot that filled in the honeypot field: an ordinary receipt; nothing is stored. */
export function pretend(context: Context, input: Sent): Promise<DeclarationReceipt> {
  return context.read(async (tx) => {
    const receivedAt = now();
    return { receivedAt: receivedAt.toISOString(), text: await receiptOf(tx, input.club, { ...input, receivedAt }), endsOn: null };
  });
}

async function declareOn(context: Context, write: Write, input: Input, { id, club, ref }: Found, money: CourseMoney): Promise<Row> {
  const actor = { userId: context.viewer?.userId, name: context.viewer?.name ?? input.name };
  return withSeatsOf({ write, settings: context.settings, actor }, { ...ref, check: () => undefined }, async (seats) => {
    const [row] = await write.tx.select().from(enrolment).where(eq(enrolment.id, id));
    const outcome = row ? await applyDeclaration(seats, row, input, money) : task('Diese Anmeldung gibt es nicht mehr.');
    const about = row && (await aboutOf(seats, row));
    return keep(context, write, { ...input, club, enrolmentId: row ? id : null }, outcome, about);
  });
}

async function declareUnknown(context: Context, write: Write, input: Input, elsewhere: string | undefined): Promise<Row> {
  await enterScope(write.tx, input.club);
  const before = await sameBefore(write.tx, input);
  if (before) {
    const { state, endsOn, why, enrolmentId } = before;
    return keep(context, write, { ...input, enrolmentId }, { state, endsOn, why });
  }
  const why = namesMembership(input.contract)
    ? 'Es geht um die Mitgliedschaft: Bitte die Frist der Satzung prüfen.'
    : elsewhere
      ? 'Der Name passt, aber die Familie ist unter einer anderen Adresse bekannt.'
      : 'Zu diesen Angaben passt nicht genau eine Anmeldung.';
  return keep(context, write, { ...input, enrolmentId: null }, task(why), undefined, elsewhere);
}

async function keep(
  context: Context,
  write: Write,
  { website: _website, ...input }: Input & { website?: string },
  outcome: Outcome,
  about?: About,
  elsewhere?: string,
): Promise<Row> {
  const { tx } = write;
  const [secret, other] = [newSecret(), newSecret()];
  const receivedAt = now();
  const receipt = await receiptOf(tx, input.club, { ...input, receivedAt });
  const [row] = await tx
    .insert(contractDeclaration)
    .values({
      ...input,
      ...outcome,
      id: randomUUID(),
      receivedAt,
      receipt,
      linkHashes: [linkHash(secret), ...(elsewhere ? [linkHash(other)] : [])],
    })
    .returning();
  if (!row) throw new Error('The declaration was not written.');
  await postReceipt(tx, context.settings, row, secret, about);
  if (elsewhere) await warnKnownAddress(tx, context.settings, row, elsewhere, other);
  write.audit(
    'contractDeclarations.create',
    { club: row.club, id: row.id, by: { name: context.viewer?.name ?? row.name, userId: context.viewer?.userId } },
    `${declarationNames[row.kind]} eingegangen: ${row.name}`,
    { after: { state: row.state, endsOn: row.endsOn } },
  );
  write.changed({ collection: 'contractDeclarations', club: row.club, entityId: row.id });
  return row;
}

/** A contract that a signed-in user selected from their own. */
async function ownContract(context: Context, id: string | null): Promise<Found | undefined> {
  const { viewer } = context;
  if (!viewer || id === null) return undefined;
  return context.read(async (tx) => {
    const club = await clubOfOwn(tx, viewer.userId, id);
    if (!club) return undefined;
    await enterScope(tx, club);
    const [row] = await tx.select().from(enrolment).where(eq(enrolment.id, id));
    return row && { id, club, ref: refOfRow(row) };
  });
}

/** Finds a duplicate of a declaration; returns the first outcome. */
async function sameBefore(tx: Transaction, { kind, email, name, contract, person: whom, club }: Input): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(contractDeclaration)
    .where(
      and(
        eq(contractDeclaration.club, club),
        eq(contractDeclaration.kind, kind),
        eq(contractDeclaration.email, email),
        eq(contractDeclaration.name, name),
        eq(contractDeclaration.contract, contract),
        eq(contractDeclaration.person, whom),
        eq(contractDeclaration.state, 'matched'),
        gt(contractDeclaration.receivedAt, sql`${now()}::timestamptz - make_interval(secs => ${againMs / 1000})`),
      ),
    )
    .limit(1);
  return row;
}

/** The course and person of an enrolment for a mail. */
export async function aboutOf(seats: AnySeats, { personId }: EnrolmentRow): Promise<About> {
  const [who] = await seats.write.tx
    .select({ firstname: person.firstname, lastname: person.lastname })
    .from(person)
    .where(eq(person.id, personId));
  return { title: offeringOf(seats).title, name: who ? fullName(who) : '' };
}
