import { asc, eq, getColumns, sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { proofKindNames, proofLight, type TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { person } from '../persons/table.ts';
import { isRenewedProof, licenceKind, trainerProof } from './table.ts';

export type ProofRow = typeof trainerProof.$inferSelect;
type Typed = Omit<TrainerProof, 'id' | 'personId' | 'light' | 'isReported' | 'paper' | 'version'>;

/** Ordered by end date, earliest first. */
export const firstEnding = [sql`${trainerProof.validTo} nulls last`, asc(trainerProof.validFrom), asc(trainerProof.id)];

/** The column values of an input. A licence must be one of the selectable ones, or unchanged. */
export async function proofValues(tx: Transaction, { validFrom, validTo, ...input }: Typed, before?: Pick<ProofRow, 'name'>) {
  if (validFrom > today()) throw fieldProblem('validFrom', 'Dieser Tag liegt in der Zukunft.');
  if (input.kind === 'licence' && input.name !== before?.name) {
    const known = await tx.$count(licenceKind, eq(licenceKind.name, input.name));
    if (known === 0) throw fieldProblem('name', 'Diese Lizenz steht nicht zur Wahl.');
  }
  return { ...input, validFrom, validTo: validTo || null };
}

/** Logs the change and returns the current proof. */
export async function finishProof(write: Write, row: ProofRow | undefined, permission: Permission, action: string): Promise<TrainerProof> {
  if (!row) throw new Problem('not-found');
  await noteProof(write, row, permission, action);
  const [saved] = await write.tx.select(shownProof).from(trainerProof).where(eq(trainerProof.id, row.id));
  if (!saved) throw new Problem('not-found');
  return toProof(saved);
}

export async function noteProof(write: Write, row: ProofRow, permission: Permission, action: string): Promise<void> {
  const [of] = await write.tx.select().from(person).where(eq(person.id, row.personId));
  const what = [proofKindNames[row.kind], row.name].filter(Boolean).join(' ');
  write.audit(
    permission,
    { club: row.club, id: row.personId, entity: 'members' },
    `Nachweis ${action}: ${what}, ${of ? fullName(of) : ''}`,
  );
  write.changed({ collection: 'members', club: row.club });
}

const { club: _club, createdAt: _at, ...columns } = getColumns(trainerProof);
/** The columns of a proof in responses. */
export const shownProof = { ...columns, isRenewed: isRenewedProof };

export function toProof({ isRenewed, ...row }: Omit<ProofRow, 'club' | 'createdAt'> & { isRenewed: boolean }): TrainerProof {
  const validTo = row.validTo ?? '';
  return { ...row, validTo, paper: row.paper ?? '', light: proofLight({ validTo, isRenewed }, today()) };
}
