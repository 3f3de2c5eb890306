import { eq } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { enterScope } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import type { CourseRow } from '../enrolments/counting.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { changeState } from '../enrolments/states.ts';
import { enrolment } from '../enrolments/table.ts';
import { inLineOfBoth, withBoth, type Both } from './between.ts';
import { endOldSeat, planChange } from './change.ts';
import { endSwap, openPair, wordsOf, type Pair } from './swapping.ts';

type Answer = { token: string; agrees: boolean; quote?: string | undefined };

/** Accepts or declines a swap with another family. Once both have accepted, both change at once, for free. */
export async function answerSwap(context: Context, { token, agrees, quote }: Answer) {
  const { id, club, ids } = await context.read(async (tx) => {
    const one = await enrolmentOf(context, tx, token);
    await requireFeature(context, 'participants.manageByToken', one.club);
    const pair = await openPair(tx, one.id);
    if (!pair) throw new Problem('offer-over');
    return { ...one, ids: [pair.mine.from.id, pair.mine.to.id] as const };
  });
  const actor = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
  const check = (row: CourseRow) => {
    if (row.club !== club) throw new Problem('not-found');
  };
  return inLineOfBoth(ids, () =>
    context.write(async (write) => {
      await enterScope(write.tx, club);
      return withBoth({ write, settings: context.settings, actor }, ids, check, async (both) => {
        const pair = await openPair(write.tx, id);
        if (!pair) throw new Problem('offer-over');
        const words = wordsOf(pair.mine).join(' ');
        if (agrees && quote !== words) throw new Problem('quote-changed');
        const otherShown = pair.other.next.swapShown;
        const isSettled = agrees && otherShown !== null;
        if (isSettled) await swap(both, pair, [words, otherShown]);
        else if (agrees) await write.tx.update(enrolment).set({ swapShown: words }).where(eq(enrolment.id, id));
        else await endSwap(both, pair);
        write.audit(
          'participants.manageByToken',
          { club, id, entity: 'participations', by: actor },
          `${agrees ? 'Tausch zugestimmt' : 'Tausch abgelehnt'}: ${pair.mine.from.title} → ${pair.mine.to.title}`,
          { after: { shown: words, isSettled } },
        );
        return { id, state: isSettled ? ('confirmed' as const) : ('waitlisted' as const) };
      });
    }),
  );
}

/** Each takes the seat of the other, so that no other seats are needed. The terms shown to each are stored with the new seats. */
async function swap(both: Both, { mine, other }: Pair, [shown, otherShown]: readonly [string, string]): Promise<void> {
  const turned: Both = { source: both.target, target: both.source };
  for (const [at, one, swapShown] of [
    [both, mine, shown],
    [turned, other, otherShown],
  ] as const) {
    const next = await changeState(at.target, one.next.id, 'confirmed', { reason: 'Tausch mit einer anderen Familie', set: { swapShown } });
    const { one: who, plan, words } = await planChange(at, one.old, next.startsOn ?? today());
    await endOldSeat(at, one.old, next, plan, words, { name: fullName(who), isSwap: true });
  }
}
