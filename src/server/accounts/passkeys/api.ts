import { and, desc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { passkeyContract, passkeysAtMost } from '#shared/accounts/passkeys.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { ownAccount } from '../users/service.ts';
import { postFactorNotice } from '../sessions/accountNotices.ts';
import type { Auth } from '../sessions/auth.ts';
import { renewToken } from '../sessions/renewToken.ts';
import { logSecurity } from '../sessions/securityLog.ts';
import { endSessions } from '../sessions/service.ts';
import { creationOptions, requestOptions, checkNew, hostOf } from './ceremony.ts';
import { proveWithPasskey, signInWithPasskey } from './signIn.ts';
import { passkey } from './table.ts';

const os = implementing(passkeyContract);
const ok = { ok: true } as const;

/** Endpoints of passkeys: the viewer's own, sign-in, and re-authentication. */
export const passkeysApi = (auth: Auth, secret: string) =>
  os.router({
    beginSignIn: os.beginSignIn.handler(({ context, input }) => requestOptions(context, auth, 'anybody', input.isForAllHosts)),
    signIn: os.signIn.handler(async ({ context, input }) => {
      await signInWithPasskey(context, auth, secret, input);
      return ok;
    }),
    beginProof: os.beginProof.handler(({ context, input }) => requestOptions(context, auth, 'viewer', input.isForAllHosts)),
    prove: os.prove.handler(async ({ context, input }) => {
      await proveWithPasskey(context, auth, secret, input);
      return ok;
    }),

    list: os.list.handler(({ context }) => listOwn(context)),

    begin: os.begin.handler(async ({ context, input }) => {
      await context.read((tx) => askForRoom(tx, signedIn(context).userId));
      return creationOptions(context, auth, input.isForAllHosts);
    }),

    add: os.add.handler(async ({ context, input }) => {
      const made = await checkNew(context, auth, input.response, input.isForAllHosts);
      await changeOwn(context, secret, 'passkey-on', async ({ tx, audit }) => {
        await askForRoom(tx, made.userId);
        await tx.insert(passkey).values({ ...made, id: randomUUID(), name: input.name, createdAt: now() });
        audit('passkeys.manageOwn', ownAccount(context), `Passkey angelegt: ${input.name}`);
      });
      return ok;
    }),

    rename: os.rename.handler(({ context, input }) =>
      context.write(async ({ tx, audit }) => {
        const [row] = await tx.update(passkey).set({ name: input.name }).where(isOwn(context, input.id)).returning({ id: passkey.id });
        if (!row) throw new Problem('not-found');
        audit('passkeys.manageOwn', ownAccount(context), `Passkey umbenannt: ${input.name}`);
        return ok;
      }),
    ),

    remove: os.remove.handler(async ({ context, input }) => {
      await changeOwn(context, secret, 'passkey-off', async ({ tx, audit }) => {
        const [row] = await tx.delete(passkey).where(isOwn(context, input.id)).returning({ name: passkey.name });
        if (!row) throw new Problem('not-found');
        audit('passkeys.manageOwn', ownAccount(context), `Passkey entfernt: ${row.name}`);
      });
      return ok;
    }),
  });

/** Changes the ways to sign in: other sessions end, the owner is notified, and this session gets a new token. */
async function changeOwn(
  context: Context,
  secret: string,
  event: 'passkey-on' | 'passkey-off',
  change: (write: Write) => Promise<void>,
): Promise<void> {
  const viewer = signedIn(context);
  await context.write(async (write) => {
    await change(write);
    await endSessions(write, { id: viewer.userId, club: viewer.club }, viewer.sessionId);
    await postFactorNotice(write.tx, context.settings, viewer, event);
  });
  await renewToken(context, secret, viewer.sessionId);
  await logSecurity(context, 'passkeys-changed', { userId: viewer.userId });
}

/** The caller's passkeys, newest first. */
async function listOwn(context: Context) {
  const host = hostOf(context);
  const rows = await context.read((tx) =>
    tx
      .select()
      .from(passkey)
      .where(eq(passkey.userId, signedIn(context).userId))
      .orderBy(desc(passkey.createdAt), passkey.id)
      .limit(passkeysAtMost),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: row.host,
    isForThisHost: row.host === host,
    isForAllHosts: row.host === context.settings.PASSKEY_HOST,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}

async function askForRoom(tx: Transaction, userId: string): Promise<void> {
  if ((await tx.$count(passkey, eq(passkey.userId, userId))) >= passkeysAtMost) throw new Problem('wrong-state');
}

function isOwn(context: Context, id: string) {
  return and(eq(passkey.id, id), eq(passkey.userId, signedIn(context).userId));
}
