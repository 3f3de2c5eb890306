import type { Permission } from '#shared/kernel/permissions.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { AssignmentRow, ShiftSeats, HelperListRow } from '../signUp/seats.ts';

type Row = { [column: string]: unknown };

/** Writes an audit entry for a helper's action on a shift. */
export function recordAssignment({ write, actor, list, shift }: ShiftSeats, row: AssignmentRow, action: Permission, words: string): void {
  write.audit(action, { club: list.club, id: row.id, entity: 'operational', by: actor }, `${words}: ${shift.task} (${list.title})`);
}

/** Writes an audit entry for a board action on a list. */
export function recordList(
  write: Write,
  list: HelperListRow,
  action: Permission,
  words: string,
  change: { before?: Row; after?: Row } = {},
): void {
  write.audit(action, { club: list.club, id: list.id, entity: 'operational' }, `${words}: ${list.title}`, change);
}
