import { mayMinorsAttend } from '#shared/courses/courseStates.ts';
import { readParameter } from '#server/club/config/service.ts';
import { withoutClearance } from '#server/people/trainers/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { CourseRow } from '../offers/service.ts';

/**
 * Warnings about leaders without a valid certificate of good conduct in an offer that minors may attend; `missing` is filled if the
 * settings make it mandatory.
 */
export async function coverOf(
  tx: Transaction,
  row: Pick<CourseRow, 'ageMin' | 'ageReference'>,
  leaders: readonly { personId: string }[],
): Promise<{ warnings: string[]; missing: { path: string; message: string }[] }> {
  if (!mayMinorsAttend(row)) return { warnings: [], missing: [] };
  const names = await withoutClearance(
    tx,
    leaders.map(({ personId }) => personId),
  );
  const warnings = names.map((name) => `Für ${name} liegt kein gültiges erweitertes Führungszeugnis vor (§ 72a SGB VIII).`);
  const isBlocking = await readParameter(tx, 'people.clearanceBlocks');
  return { warnings, missing: isBlocking ? warnings.map((message) => ({ path: 'trainers', message })) : [] };
}

/** Refuses leaders without a certificate if minors may attend and the settings make it mandatory; drafts are exempt. */
export async function requireCover(tx: Transaction, row: CourseRow, personIds: readonly string[], path: string): Promise<void> {
  if (row.status === 'draft') return;
  const leaders = personIds.map((personId) => ({ personId }));
  const [first] = (await coverOf(tx, row, leaders)).missing;
  if (first) throw fieldProblem(path, first.message);
}
