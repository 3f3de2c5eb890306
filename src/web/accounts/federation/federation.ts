import { identityTimes } from '#shared/accounts/identityTimes.ts';
import { storedName } from '#web/lib/session/authKey.ts';
import { boot } from '#web/lib/boot.ts';
import type { IdentityCode } from '../sessions/signIn.ts';

/** The outcome of a federated sign-in; an error code of section 8 if nobody was signed in. With `second-step` the code is still missing. */
export type FederationResult = 'signed-in' | 'second-step' | 'redirecting' | IdentityCode;

type Answer = { attempt: string; ok: boolean; code?: boolean };

const pendingName = storedName(boot.authKey, 'federation');
const backName = storedName(boot.authKey, 'federation-back');
const answerName = storedName(boot.authKey, 'federation-answer');

/**
 * Signs in at the configured provider in a popup; if the browser blocks it, the whole page is redirected. With `again`
 * the provider must authenticate the user even with a session. Must be called directly in the click handler: browsers
 * block popups that open later.
 */
export async function signInFederated({ again = false } = {}): Promise<FederationResult> {
  const popup = openPopup();
  const result = await (popup ? signInBy(popup, again) : redirectToProvider(again)).catch(codeAfter);
  if (result !== 'signed-in' && result !== 'second-step' && result !== 'redirecting') {
    popup?.close();
    console.info(`sign-in: ${result}`);
  }
  return result;
}

/** The outcome of a redirect sign-in that returned to this page; valid for 10 minutes and read once. */
export function takeRedirectAnswer(): { ok: boolean } | undefined {
  const pending = takeAnswer(pendingName);
  const answer = takeAnswer(answerName);
  if (!pending || !answer || pending.attempt !== answer.attempt) return undefined;
  if (Date.now() - answer.at > identityTimes.redirectCacheMs) return undefined;
  if (!answer.ok) console.info('sign-in: invalid-credential');
  return { ok: answer.ok };
}

function openPopup(): Window | null {
  const { popupWidth: width, popupHeight: height } = identityTimes;
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return open('', storedName(boot.authKey, 'sign-in'), `popup,width=${width},height=${height},left=${left},top=${top}`);
}

// Loaded after the click: the popup does not wait for them, and the sign-in page stays small.
const calls = () => Promise.all([import('#web/lib/call/call.ts'), import('../sessions/signIn.ts')]);

async function signInBy(popup: Window, again: boolean): Promise<FederationResult> {
  const [{ api }, { startSession }] = await calls();
  const { url, attempt } = await api.session.federate({ mode: 'popup', again });
  const answered = answerTo(attempt, popup, startSession);
  popup.location.href = url;
  return answered;
}

async function redirectToProvider(again: boolean): Promise<FederationResult> {
  console.info('sign-in: popup-blocked');
  const [{ api }] = await calls();
  const { url, attempt } = await api.session.federate({ mode: 'redirect', again });
  sessionStorage.setItem(pendingName, JSON.stringify({ attempt, at: Date.now() }));
  // public/signed-in.js returns to sign-in with this query.
  sessionStorage.setItem(backName, location.search);
  location.assign(url);
  return 'redirecting';
}

/**
 * Waits for the message of /signed-in.html in the popup. A popup that seems closed gets 8 s more: its message may be on
 * the way, and a provider's cross-origin policy can make an open popup look closed. After that the form is usable
 * again, but a late message still signs in.
 */
function answerTo(attempt: string, popup: Window, startSession: () => Promise<void>): Promise<FederationResult> {
  const channel = new BroadcastChannel(`${boot.authKey}.federation`);
  const { promise, resolve, reject } = Promise.withResolvers<FederationResult>();
  let closedAtMs: number | undefined;

  const watch = setInterval(() => {
    if (!popup.closed) return;
    closedAtMs ??= Date.now();
    if (Date.now() - closedAtMs < identityTimes.popupClosedAfterMs) return;
    clearInterval(watch);
    resolve('popup-closed-by-user');
  }, 250);
  const forget = setTimeout(() => {
    end();
    resolve('popup-closed-by-user');
  }, identityTimes.redirectCacheMs);
  channel.onmessage = ({ data }: MessageEvent<Answer>) => {
    if (data.attempt !== attempt) return;
    end();
    if (data.code) resolve('second-step');
    else if (data.ok) startSession().then(() => resolve('signed-in'), reject);
    else resolve('invalid-credential');
  };
  return promise;

  function end(): void {
    clearInterval(watch);
    clearTimeout(forget);
    channel.close();
  }
}

async function codeAfter(error: unknown): Promise<IdentityCode> {
  const [{ CallError }] = await calls();
  if (!(error instanceof CallError)) throw error;
  if (error.code === 'too-many-requests' || error.code === 'network-request-failed') return error.code;
  return error.status >= 500 ? 'network-request-failed' : 'invalid-credential';
}

/** Reads and removes what goTo or public/signed-in.js stored. */
function takeAnswer(name: string): (Answer & { at: number }) | undefined {
  const text = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  const noted: unknown = JSON.parse(text ?? 'null');
  if (typeof noted !== 'object' || noted === null || !('attempt' in noted) || !('at' in noted)) return undefined;
  return { attempt: String(noted.attempt), at: Number(noted.at), ok: 'ok' in noted && noted.ok === true };
}
