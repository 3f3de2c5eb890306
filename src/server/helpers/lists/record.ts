import type { Permission } from '#shared/kernel/permissions.ts';
import type { Context } from '#server/platform/http/context.ts';
import { signedIn } from '#server/platform/http/context.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { AssignmentRow, ShiftSeats, HelperListRow } from '../signUp/seats.ts';

type Row = { [column: string]: unknown };

/** Notes in the audit log what somebody did about a shift. */
export function recordAssignment({ write, actor, list, shift }: ShiftSeats, row: AssignmentRow, action: Permission, words: string): void {
  write.audit({
    name: actor.name,
    actorId: actor.userId,
    club: list.club,
    content: `${words}: ${shift.task} (${list.title})`,
    action,
    entity: 'operational',
    entityId: row.id,
  });
}

/** Notes in the audit log what the board did to a list. */
export function recordList(
  context: Context,
  write: Write,
  list: HelperListRow,
  action: Permission,
  words: string,
  change: { before?: Row; after?: Row } = {},
): void {
  const viewer = signedIn(context);
  write.audit({
    name: viewer.name,
    actorId: viewer.userId,
    club: list.club,
    content: `${words}: ${list.title}`,
    action,
    entity: 'operational',
    entityId: list.id,
    ...change,
  });
}
