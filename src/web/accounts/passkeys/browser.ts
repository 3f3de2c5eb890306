import { boot } from '#web/lib/boot.ts';
import type { NewCredential, UsedCredential } from '#shared/accounts/passkeys.ts';

type Options = { [name: string]: unknown };

/** Whether this browser supports passkeys here: older ones do not, and none does without TLS. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/**
 * Whether a passkey of all hosts can be used on this page: on the host that it belongs to, and elsewhere if the browser
 * supports Related Origin Requests.
 */
export async function usesSharedPasskeys(): Promise<boolean> {
  if (!boot.passkeyHost || !knowsPasskeys()) return false;
  if (location.hostname === boot.passkeyHost) return true;
  const known = await PublicKeyCredential.getClientCapabilities?.().catch(() => undefined);
  return known?.['relatedOrigins'] === true;
}

/** Lets the user choose a passkey of this device; undefined if they cancelled or there is none. */
export async function pickPasskey(options: Options): Promise<UsedCredential | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return written<UsedCredential>(() => navigator.credentials.get({ publicKey }));
}

/** Lets the user create a passkey on this device; undefined if they cancelled, `has one` if the account already has one here. */
export async function makePasskey(options: Options): Promise<NewCredential | 'has one' | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  try {
    return await written<NewCredential>(() => navigator.credentials.create({ publicKey }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return 'has one';
    throw error;
  }
}

/** The credential as JSON. A NotAllowedError means that the user cancelled; the server checks the rest. */
async function written<T>(ask: () => Promise<Credential | null>): Promise<T | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as T) : undefined;
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined;
    throw error;
  }
}
