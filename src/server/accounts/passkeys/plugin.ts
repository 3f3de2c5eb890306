import { passkey, type PasskeyOptions } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { AsyncLocalStorage } from 'node:async_hooks';

type Options = Required<PasskeyOptions>;
type Registration = Parameters<NonNullable<Options['registration']['afterVerification']>>[0]['verification'];
type Authentication = Parameters<NonNullable<Options['authentication']['afterVerification']>>[0]['verification'];

/** The library's verified result for a credential that a browser sent. */
type Checked = {
  made?: NonNullable<Registration['registrationInfo']>;
  used?: Authentication['authenticationInfo'];
};

const checks = new AsyncLocalStorage<Checked>();

/**
 * The library creates the WebAuthn options and verifies responses: challenge, origin, host, signature and counter. It stops there
 * (`afterVerification` throws), because storing the passkey, signing in and notifying happen in our own code. The library does not require
 * user verification by itself, without which a passkey would be a single factor. `host` is the relying party; without it, the host of each
 * request.
 */
export const passkeys = (host?: string) =>
  passkey({
    ...(host && { rpID: host }),
    rpName: 'Vereinsportal',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification: { registrationInfo } }) => {
        const checked = checks.getStore();
        if (checked && registrationInfo?.userVerified) checked.made = registrationInfo;
        throw new APIError('FORBIDDEN', { code: 'checked' });
      },
    },
    authentication: {
      afterVerification: ({ verification: { authenticationInfo } }) => {
        const checked = checks.getStore();
        if (checked && authenticationInfo.userVerified) checked.used = authenticationInfo;
        throw new APIError('FORBIDDEN', { code: 'checked' });
      },
    },
  });

/** Runs a library call and returns what it verified; empty if the library refused. */
export async function checkedBy(ask: () => Promise<unknown>): Promise<Checked> {
  const checked: Checked = {};
  await checks.run(checked, async () => {
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
    }
  });
  return checked;
}
