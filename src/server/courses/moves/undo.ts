import { and, eq } from 'drizzle-orm';
import type { Permission } from '#shared/kernel/permissions.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { CourseRow, EnrolmentRow } from '../enrolments/counting.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { courseOf, readEnrolment } from '../enrolments/staffWrite.ts';
import { enrolment } from '../enrolments/table.ts';
import { inLineOfBoth, withBoth } from './between.ts';
import { undoChange } from './change.ts';

type Pair = { row: EnrolmentRow; next: EnrolmentRow };

/** Undoes a change of groups from either of its two enrolments. */
export async function undoOwn(context: Context, token: string): Promise<{ ok: true }> {
  const pair = await context.read(async (tx) => {
    const { id, club } = await enrolmentOf(context, tx, token);
    await requireFeature(context, 'participants.manageByToken', club);
    return pairOf(tx, id);
  });
  return undo(context, pair, 'participants.manageByToken', () => undefined);
}

/** The same by staff. */
export async function undoByStaff(context: Context, id: string): Promise<{ ok: true }> {
  await courseOf(context, id, 'participants.update');
  const pair = await context.read((tx) => pairOf(tx, id));
  return undo(context, pair, 'participants.update', (row) => void allow(context, 'participants.update', targetOf(context, row.club)));
}

function undo(context: Context, pair: Pair, permission: Permission, check: (row: CourseRow) => void): Promise<{ ok: true }> {
  const ids = [pair.row.courseId ?? '', pair.next.courseId ?? ''] as const;
  const actor = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
  return inLineOfBoth(ids, () =>
    context.write((write) =>
      withBoth({ write, settings: context.settings, actor }, ids, check, async (both) => {
        const row = await readEnrolment(write.tx, pair.row.id);
        await undoChange(both, row, await readEnrolment(write.tx, pair.next.id));
        const words = `Wechsel zurückgenommen: bleibt bei ${both.source.course.title}, nicht zu ${both.target.course.title}`;
        write.audit(permission, { club: row.club, id: row.id, entity: 'participations', by: actor }, words);
        return { ok: true } as const;
      }),
    ),
  );
}

/** The two enrolments of a change, by either of them. */
async function pairOf(tx: Transaction, id: string): Promise<Pair> {
  const one = await readEnrolment(tx, id);
  if (one.movedFrom && one.state === 'confirmed') return { row: await readEnrolment(tx, one.movedFrom), next: one };
  const [next] = await tx
    .select()
    .from(enrolment)
    .where(and(eq(enrolment.movedFrom, id), eq(enrolment.state, 'confirmed')));
  if (!next) throw new Problem('undo-over');
  return { row: one, next };
}
