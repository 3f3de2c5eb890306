import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { noticesContract } from '#shared/accounts/notices.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { choicesOf, saveChoice } from './choices.ts';
import { userNotice } from './table.ts';

const os = implementing(noticesContract);

/** Passed in by a higher wing: the persons that an account acts for, with names. */
type NoticePorts = { peopleOf: (tx: Transaction, userId: string) => Promise<{ id: string; name: string }[]> };

/** Endpoints of the notices of an account. */
export const noticesApi = ({ peopleOf }: NoticePorts) =>
  os.router({
    list: os.list.handler(({ context }) => {
      const { userId } = signedIn(context);
      return context.read(async (tx) => {
        const rows = await tx
          .select()
          .from(userNotice)
          .where(and(eq(userNotice.userId, userId), lte(userNotice.shownFrom, now())))
          .orderBy(desc(userNotice.shownFrom), desc(userNotice.id))
          .limit(50);
        return rows.map(({ id, club, topic, title, body, shownFrom, readAt }) => ({
          id,
          club,
          topic,
          title,
          body,
          at: shownFrom.toISOString(),
          isRead: readAt !== null,
        }));
      });
    }),
    read: os.read.handler(({ context, input }) => {
      const { userId } = signedIn(context);
      return context.write(async ({ tx }) => {
        await tx
          .update(userNotice)
          .set({ readAt: now() })
          .where(and(eq(userNotice.userId, userId), inArray(userNotice.id, input.ids), isNull(userNotice.readAt)));
        return { ok: true } as const;
      });
    }),
    choices: os.choices.handler(({ context }) => {
      const { userId } = signedIn(context);
      return context.read(async (tx) => choicesOf(tx, userId, await peopleOf(tx, userId)));
    }),
    choose: os.choose.handler(({ context, input }) => {
      const { userId } = signedIn(context);
      return context.write(async ({ tx }) => {
        const { personId } = input;
        if (personId !== null && !(await peopleOf(tx, userId)).some(({ id }) => id === personId)) throw new Problem('not-found');
        await saveChoice(tx, userId, input);
        return { ok: true } as const;
      });
    }),
  });
