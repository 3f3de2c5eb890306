import { passkey, type PasskeyOptions } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { AsyncLocalStorage } from 'node:async_hooks';

type Options = Required<PasskeyOptions>;
type Registration = Parameters<NonNullable<Options['registration']['afterVerification']>>[0]['verification'];
type Authentication = Parameters<NonNullable<Options['authentication']['afterVerification']>>[0]['verification'];

/** What the library found out about a credential that a browser has sent. */
type Checked = {
  made?: NonNullable<Registration['registrationInfo']>;
  used?: Authentication['authenticationInfo'];
};

const checks = new AsyncLocalStorage<Checked>();

/**
 * The library asks browsers for passkeys and checks what they send: challenge, origin, host, signature and counter.
 * It stops there: who is let in, what is kept and who is notified stays in one transaction of our own. It does not insist
 * on finger, face or PIN by itself, and without these a passkey would be one factor only. `host` is whose passkeys are meant;
 * without it those of the host of each request.
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

/** Lets the library check something; what it refuses comes back as nothing checked. */
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
