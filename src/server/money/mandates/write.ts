import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isIban } from '#shared/kernel/iban.ts';
import type { completeMandateInput, replaceMandateInput } from '#shared/money/mandates.ts';
import { mandateSets, type MandateEnd } from '#shared/money/mandateWords.ts';
import { isOwnIban } from '#server/club/bankAccounts/service.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from './table.ts';

export type MandateRow = typeof sepaMandate.$inferSelect;
type Account = z.output<typeof replaceMandateInput>;
type Paper = Omit<z.output<typeof completeMandateInput>, 'collectsOpen'>;
type NewMandate = Account &
  Pick<MandateRow, 'club' | 'payerPersonId' | 'createdBy'> &
  Partial<Pick<MandateRow, 'forPersonId' | 'kind' | 'origin'>>;

const firstDay = '1970-01-01';
const other = alias(sepaMandate, 'other');

/** A new reference for a mandate given online: at most 35 characters of the SEPA set. */
export function onlineReference(club: ClubName): string {
  return `${club}-${today().replaceAll('-', '')}-${randomUUID().slice(0, 8).toUpperCase()}`;
}

/** Inserts a mandate that the club has on paper or that was given online. */
export async function insertMandate(tx: Transaction, values: NewMandate): Promise<MandateRow> {
  await refuseAccount(tx, values.club, values);
  const [row] = await tx
    .insert(sepaMandate)
    .values({ ...values, id: randomUUID() })
    .returning()
    .catch(refuse);
  if (!row) throw new Error('The mandate was not written.');
  return row;
}

/** Completes an imported mandate; from now on it is used for collection. */
export async function completeMandate(tx: Transaction, row: MandateRow, values: Paper): Promise<void> {
  if (row.state !== 'incomplete') throw new Problem('wrong-state');
  await refuseAccount(tx, row.club, { ...values, iban: row.iban });
  if (values.lastUsedOn && (values.lastUsedOn > today() || values.lastUsedOn < values.signedOn))
    throw fieldProblem('lastUsedOn', 'Bitte ein Tag nach der Unterschrift und nicht in der Zukunft.');
  await setMandate(tx, row, { ...values, state: 'active' });
}

/** Ends the mandate and inserts its successor for the same people. */
export async function replaceMandate(tx: Transaction, row: MandateRow, account: Account, createdBy: string): Promise<MandateRow> {
  refuseOver(row);
  await setMandate(tx, row, { state: 'revoked', endedOn: today(), endReason: 'replaced' });
  const { club, payerPersonId, forPersonId, kind } = row;
  return insertMandate(tx, { ...account, club, payerPersonId, forPersonId, kind, createdBy });
}

/** Ends the mandate; returns how many open charges are paid by transfer from now on. */
export async function endMandate(tx: Transaction, row: MandateRow, reason: MandateEnd, on: string): Promise<number> {
  refuseOver(row);
  if (on > today()) throw fieldProblem('on', 'Bitte kein Tag in der Zukunft.');
  if (row.signedOn && on < row.signedOn) throw fieldProblem('on', 'Bitte kein Tag vor der Unterschrift.');
  await setMandate(tx, row, { state: 'revoked', endedOn: on, endReason: reason });
  const moved = await tx
    .update(charge)
    .set({ method: 'transfer', version: sql`${charge.version} + 1` })
    .where(
      and(
        eq(charge.payerPersonId, row.payerPersonId),
        eq(charge.state, 'open'),
        eq(charge.method, 'sepa'),
        sql`not exists (select 1 from ${sepaMandate} as ${other} where ${other.payerPersonId} = ${charge.payerPersonId}
          and ${other.state} = 'active' and coalesce(${other.forPersonId}, ${charge.personId}) = ${charge.personId})`,
      ),
    )
    .returning({ id: charge.id });
  return moved.length;
}

/** Suspends or resumes a mandate. */
export async function pauseMandate(tx: Transaction, row: MandateRow, isPaused: boolean): Promise<void> {
  if (row.state !== 'active') throw new Problem('wrong-state');
  await setMandate(tx, row, { isPaused });
}

/** Switches open transfers to collection with the next run; returns how many charges. */
export async function collectOpen(tx: Transaction, { payerPersonId, forPersonId }: MandateRow): Promise<number> {
  const moved = await tx
    .update(charge)
    .set({ method: 'sepa', version: sql`${charge.version} + 1` })
    .where(
      and(
        eq(charge.payerPersonId, payerPersonId),
        eq(charge.state, 'open'),
        eq(charge.method, 'transfer'),
        sql`${charge.cents} > 0`,
        forPersonId ? eq(charge.personId, forPersonId) : undefined,
      ),
    )
    .returning({ id: charge.id });
  return moved.length;
}

async function setMandate(tx: Transaction, { id, version }: MandateRow, values: Partial<MandateRow>): Promise<void> {
  await tx
    .update(sepaMandate)
    .set({ ...values, version: version + 1 })
    .where(eq(sepaMandate.id, id))
    .catch(refuse);
}

function refuseOver({ state }: MandateRow): void {
  if (!mandateSets.present.includes(state)) throw new Problem('wrong-state');
}

async function refuseAccount(tx: Transaction, club: ClubName, { iban, signedOn }: { iban: string; signedOn: string }): Promise<void> {
  if (!isIban(iban)) throw fieldProblem('iban', 'Diese IBAN stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte.');
  if (await isOwnIban(tx, club, iban)) throw fieldProblem('iban', 'Das ist das Konto des Vereins.');
  if (signedOn < firstDay || signedOn > today()) throw fieldProblem('signedOn', 'Bitte ein Tag seit 1970, nicht in der Zukunft.');
}

/** Constraints of the database, which also hold for concurrent writes. */
function refuse(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'sepa_mandate_reference_once') throw fieldProblem('reference', 'Diese Referenz gibt es schon.');
  if (constraint === 'sepa_mandate_one_active')
    throw fieldProblem('iban', 'Hier gibt es schon ein gültiges Mandat. Bitte ersetzen oder beenden Sie es.');
  throw error;
}
