import { and, eq, ne, sql } from 'drizzle-orm';
import { randomInt, randomUUID } from 'node:crypto';
import { codeLength, codeLetters, friendsAtMost } from '#shared/courses/holiday/rules.ts';
import type { WishesInput } from '#shared/courses/holiday/shapes.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { Round } from './rounds.ts';
import { holidayChild, holidayGroup } from './table.ts';

/** The friends that a child comes with: which group, and its seat among them. */
type Friends = { groupId: string | null; groupSeat: number | null };

const alone: Friends = { groupId: null, groupSeat: null };

/** What a family chose about friends; a group has four at most, and its row is the lock of that. */
export async function friendsOf(
  tx: Transaction,
  round: Round,
  { friends, code }: Pick<WishesInput, 'friends' | 'code'>,
  before: (Friends & { id: string }) | undefined,
): Promise<Friends> {
  if (friends === 'keep') return { groupId: before?.groupId ?? null, groupSeat: before?.groupSeat ?? null };
  if (friends === 'none') return alone;
  if (friends === 'new') return { groupId: await makeGroup(tx, round), groupSeat: 1 };
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '');
  if (typed === '') throw fieldProblem('code', 'Bitte den Code der Freunde eingeben.');
  const [group] = await tx
    .select()
    .from(holidayGroup)
    .where(and(eq(holidayGroup.roundId, round.id), eq(holidayGroup.code, typed)))
    .for('update');
  if (!group) throw fieldProblem('code', 'Diesen Code gibt es in diesem Ferienprogramm nicht.');
  const others = await tx
    .select({ seat: holidayChild.groupSeat })
    .from(holidayChild)
    .where(and(eq(holidayChild.groupId, group.id), before ? ne(holidayChild.id, before.id) : undefined));
  const taken = new Set(others.map(({ seat }) => seat));
  const seat = Array.from({ length: friendsAtMost }, (_, at) => at + 1).find((one) => !taken.has(one));
  if (seat === undefined) throw fieldProblem('code', `Mit diesem Code sind schon ${friendsAtMost} Kinder zusammen.`);
  return { groupId: group.id, groupSeat: seat };
}

async function makeGroup(tx: Transaction, { id: roundId, club }: Round): Promise<string> {
  const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('');
  const id = randomUUID();
  await tx.insert(holidayGroup).values({ id, club, roundId, code });
  return id;
}

/** Deletes the codes that no child uses any more. */
export async function dropEmptyGroups(tx: Transaction, roundId: string): Promise<void> {
  await tx
    .delete(holidayGroup)
    .where(and(eq(holidayGroup.roundId, roundId), sql`not exists (select 1 from ${holidayChild} c where c.group_id = ${holidayGroup.id})`));
}
