import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { pushContract, pushDevicesAtMost } from '#shared/accounts/push.ts';
import { signedIn } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { inAllClubs } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { pushOrigin } from './address.ts';
import { areBrowserKeys } from './cipher.ts';
import { pushKeys } from './keys.ts';
import { pushSubscription } from './table.ts';

const os = implementing(pushContract);
const ok = { ok: true } as const;
const unknownService = 'Dieser Browser meldet sich bei einem Dienst, den wir nicht kennen.';

/** Endpoints of the viewer's devices that receive push notifications. */
export const pushApi = os.router({
  list: os.list.handler(async ({ context }) => {
    const { userId, sessionId } = signedIn(context);
    const { publicKey } = await pushKeys(context.settings);
    const rows = await context.read((tx) =>
      tx
        .select()
        .from(pushSubscription)
        .where(eq(pushSubscription.userId, userId))
        .orderBy(desc(pushSubscription.createdAt), pushSubscription.id)
        .limit(pushDevicesAtMost),
    );
    const devices = rows.map(({ id, device, createdAt, sessionId: of }) => ({
      id,
      device,
      createdAt: createdAt.toISOString(),
      isCurrent: of === sessionId,
    }));
    return { key: publicKey, devices };
  }),
  add: os.add.handler(({ context, input }) => {
    const { userId, sessionId, name, club } = signedIn(context);
    const { endpoint, p256dh, auth } = input;
    const origin = pushOrigin(endpoint, context.settings.PUSH_ORIGINS);
    if (!origin) throw new Problem('push-endpoint-refused', { fields: [{ path: 'endpoint', message: unknownService }] });
    if (!areBrowserKeys(input)) throw fieldProblem('p256dh', 'Diese Angabe ist kein Schlüssel.');
    const device = (context.headers.get('user-agent') ?? '').slice(0, 300);
    return context.write(async ({ tx, audit }) => {
      // A device has one subscription: an earlier one, also of another account, is deleted.
      await inAllClubs(tx, () =>
        tx.delete(pushSubscription).where(or(eq(pushSubscription.endpoint, endpoint), eq(pushSubscription.sessionId, sessionId))),
      );
      await tx
        .insert(pushSubscription)
        .values({ id: randomUUID(), userId, sessionId, endpoint, origin, device, p256dh, auth, createdAt: now() });
      const own = await tx
        .select({ id: pushSubscription.id })
        .from(pushSubscription)
        .where(eq(pushSubscription.userId, userId))
        .orderBy(desc(pushSubscription.createdAt), pushSubscription.id);
      const oldest = own.slice(pushDevicesAtMost).map(({ id }) => id);
      if (oldest.length > 0) await tx.delete(pushSubscription).where(inArray(pushSubscription.id, oldest));
      audit('pushSubscriptions.manage', { entity: 'users', id: userId, club }, `Mitteilungen eingeschaltet: ${name}`);
      return ok;
    });
  }),
  remove: os.remove.handler(({ context, input }) => {
    const { userId, name, club } = signedIn(context);
    return context.write(async ({ tx, audit }) => {
      const [gone] = await tx
        .delete(pushSubscription)
        .where(and(eq(pushSubscription.id, input.id), eq(pushSubscription.userId, userId)))
        .returning({ id: pushSubscription.id });
      if (!gone) throw new Problem('not-found');
      audit('pushSubscriptions.manage', { entity: 'users', id: userId, club }, `Mitteilungen ausgeschaltet: ${name}`);
      return ok;
    });
  }),
});
