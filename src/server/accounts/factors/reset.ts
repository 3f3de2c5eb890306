import { eq } from 'drizzle-orm';
import { accountName } from '#shared/kernel/user.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { postFactorNotice } from '../sessions/accountNotices.ts';
import { endSessions } from '../sessions/service.ts';
import { lockUser } from '../users/service.ts';
import { passkey } from '../passkeys/table.ts';
import { deleteFactor } from './service.ts';
import { secondFactor } from './table.ts';

const askedForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Resets a lost second factor. A super can do it alone; otherwise two board members must confirm within a week, so that one stolen account
 * cannot open another. Nobody can reset their own.
 */
export function resetFactor(context: Context, id: string): Promise<{ isReset: boolean }> {
  const viewer = signedIn(context);
  return context.write(async (write) => {
    const user = await lockUser(write.tx, id);
    const extent = allow(context, 'secondFactor.reset', targetOf(context, user.club));
    if (user.role === 'super') allow(context, 'users.editSuper', targetOf(context, user.club));
    if (user.id === viewer.userId) allow(context, 'secondFactor.reset', 'self');
    const [row] = await write.tx.select().from(secondFactor).where(eq(secondFactor.userId, id)).for('update');
    const hasPasskey = (await write.tx.$count(passkey, eq(passkey.userId, id))) > 0;
    if (!row?.enabledAt && !hasPasskey) throw new Problem('wrong-state');
    const isAsked = row?.resetAskedAt != null && now().getTime() - row.resetAskedAt.getTime() < askedForMs;
    const isReset = extent === 'all' || (isAsked && row?.resetAskedBy !== viewer.userId);
    if (isReset) {
      await deleteFactor(write.tx, id, 'new');
      await endSessions(write, user);
    } else {
      const asked = { resetAskedBy: viewer.userId, resetAskedAt: now() };
      await write.tx
        .insert(secondFactor)
        .values({ userId: id, askedAt: now(), ...asked })
        .onConflictDoUpdate({ target: secondFactor.userId, set: asked });
    }
    await postFactorNotice(write.tx, context.settings, user, isReset ? 'reset' : 'reset-asked', viewer.name);
    const words = isReset ? 'Zweiten Faktor zurückgesetzt' : 'Zurücksetzen des zweiten Faktors angefragt';
    write.audit('secondFactor.reset', { club: user.club, id, entity: 'users' }, `${words}: ${accountName(user)}`);
    write.changed({ collection: 'users', club: user.club, entityId: id });
    return { isReset };
  });
}
