import { boot } from '#web/lib/boot.ts';
import type { NewCredential, UsedCredential } from '#shared/accounts/passkeys.ts';

type Options = { [name: string]: unknown };

/** Whether this browser can make and use passkeys here: an older one cannot, nor any over an unprotected line. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/**
 * Whether a passkey of all hosts of the installation can be used on this page: on the host that it belongs to, and elsewhere in a
 * browser that asks that host for leave (Related Origin Requests).
 */
export async function usesSharedPasskeys(): Promise<boolean> {
  if (!boot.passkeyHost || !knowsPasskeys()) return false;
  if (location.hostname === boot.passkeyHost) return true;
  const known = await PublicKeyCredential.getClientCapabilities?.().catch(() => undefined);
  return known?.['relatedOrigins'] === true;
}

/** Lets the person pick a passkey of this device; undefined when they broke it off, or there is none. */
export async function pickPasskey(options: Options): Promise<UsedCredential | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return written<UsedCredential>(() => navigator.credentials.get({ publicKey }));
}

/** Lets the person make a passkey on this device; undefined when they broke it off, `has one` when there is one of this account. */
export async function makePasskey(options: Options): Promise<NewCredential | 'has one' | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  try {
    return await written<NewCredential>(() => navigator.credentials.create({ publicKey }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return 'has one';
    throw error;
  }
}

/** The credential as JSON. The browser says "not allowed" for whatever the person did not want; the server checks the rest. */
async function written<T>(ask: () => Promise<Credential | null>): Promise<T | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as T) : undefined;
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined;
    throw error;
  }
}
