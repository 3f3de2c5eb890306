import type { User } from '#shared/kernel/user.ts';
import { boot } from '#web/lib/boot.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { authState, setUser, whileSigningOut } from '#web/lib/session/session.ts';
import { countDrafts, deleteDrafts } from '#web/lib/kept/drafts.ts';
import { unsentMarks } from '#web/lib/kept/unsent.ts';
import { stored as storedDevice } from '../notices/storedDevice.ts';
import { pickPasskey } from '../passkeys/browser.ts';

/**
 * The codes of section 8 of the specification. The server never distinguishes an unknown address from a wrong password,
 * so it only sends `invalid-credential`; `wrong-password` concerns the user's own password on /profile.
 */
export type IdentityCode =
  | 'wrong-password'
  | 'user-not-found'
  | 'email-already-in-use'
  | 'invalid-credential'
  | 'too-many-requests'
  | 'popup-closed-by-user'
  | 'popup-blocked'
  | 'network-request-failed';

/** The possible second factors: a code of an app, or a passkey on one of these hosts. */
export type SecondStep = { hasCode: boolean; passkeyHosts: readonly string[] };

/** Signs in; resolves to the success, or to the required second step. A failure is only logged (specification sections 5 and 8). */
export async function signIn(email: string, password: string): Promise<boolean | SecondStep> {
  let next: SecondStep | undefined;
  const worked = await logged('sign-in', async () => {
    const { needsCode, hasCode = true, passkeyHosts = [] } = await api.session.signIn({ email, password });
    if (needsCode) next = { hasCode, passkeyHosts };
    else await startSession();
  });
  return next ?? worked;
}

/** Signs in with a passkey of all hosts or of this one. A cancelled choice is no failure. */
export async function signInWithPasskey(isForAllHosts: boolean): Promise<boolean | 'not chosen'> {
  let isChosen = true;
  const worked = await logged('sign-in', async () => {
    const { options } = await api.passkeys.beginSignIn({ isForAllHosts });
    const response = await pickPasskey(options);
    isChosen = response !== undefined;
    if (!response) return;
    await api.passkeys.signIn({ response, isForAllHosts });
    await startSession();
  });
  return isChosen ? worked : 'not chosen';
}

/** Completes a sign-in with a code of the second factor. */
export async function signInWithCode(code: string): Promise<boolean> {
  return logged('sign-in', async () => {
    await api.secondFactor.signIn({ code });
    await startSession();
  });
}

/** Registers; resolves to whether the server accepted. A failure is only logged. */
export async function signUp(input: {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
  back?: string | undefined;
}): Promise<boolean> {
  return logged('sign-up', () => api.session.signUp(input));
}

/** Signs out here and in all tabs; each goes to the start page (leaveWhenSignedOut). Rejects while offline. */
export async function signOut(): Promise<void> {
  const { user } = authState();
  const question = user && leavingQuestion(user.id);
  // The native dialog works on every page, offline and without the design system.
  // eslint-disable-next-line no-alert
  if (question && !globalThis.confirm(question)) return;
  await whileSigningOut(async () => {
    await api.session.signOut().catch((error: unknown) => {
      // If the session was over already, the user is signed out as well.
      if (!(error instanceof CallError && error.status === 401)) throw error;
    });
    if (storedDevice.any()) await import('../notices/device.ts').then(({ switchOff }) => switchOff()).catch(() => undefined);
    if (user) deleteDrafts(user.id);
    setUser(null);
  });
}

/** What would be lost or left behind on this device at sign-out; undefined for nothing. */
function leavingQuestion(userId: string): string | undefined {
  const waiting = unsentMarks(userId);
  const drafts = countDrafts(userId);
  const parts = [
    waiting > 0 &&
      `${waiting === 1 ? 'Eine Markierung der Anwesenheit ist noch nicht übertragen. Sie bleibt' : `${waiting} Markierungen der Anwesenheit sind noch nicht übertragen. Sie bleiben`} auf diesem Gerät, bis Sie sich hier wieder einloggen.`,
    drafts > 0 &&
      (drafts === 1
        ? 'Ein Text ist noch nicht gespeichert. Er wird auf diesem Gerät gelöscht.'
        : `${drafts} Texte sind noch nicht gespeichert. Sie werden auf diesem Gerät gelöscht.`),
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(' ')} Trotzdem ausloggen?` : undefined;
}

/** Starts a session in the app: the server reads or creates the user document and counts the login. */
export async function startSession(): Promise<void> {
  const user = await api.session.start();
  setUser(user);
  if (storedDevice.isOf(user.id)) void import('../notices/device.ts').then(({ renew }) => renew(user.id)).catch(() => undefined);
  if (boot.authSyncUrl) void import('../tokens/bearer.ts').then(({ syncToken }) => syncToken());
}

/** Starts the session that this page was opened with; an ended session or a disabled account signs out. */
export async function beginAuthState(): Promise<void> {
  try {
    if (authState().user) return await startSession();
    if (!authState().isKnown) {
      const { user } = await api.session.read();
      if (user) await startSession();
      else setUser(null);
    }
  } catch (error) {
    if (error instanceof CallError && error.status === 401) setUser(null);
  }
}

/** Starts the session that a call may have opened; returns the user, if it did. */
export async function startOpenedSession(): Promise<User | null> {
  const { user } = await api.session.read().catch(() => ({ user: null }));
  if (user) await startSession();
  return user;
}

/** Rechecks who is signed in, after the server notified that a session changed. */
export async function checkSession(): Promise<void> {
  setUser((await api.session.read()).user);
}

async function logged(what: string, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    console.info(`${what}: ${error instanceof CallError ? error.code : String(error)}`);
    return false;
  }
}
