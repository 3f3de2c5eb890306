import type { User } from '#shared/kernel/user.ts';
import { SecondFactorPart } from '../factors/SecondFactorPart.tsx';
import { PasskeysPart } from '../passkeys/PasskeysPart.tsx';
import { AccountPart } from './AccountPart.tsx';
import { DeletePart } from './DeletePart.tsx';
import { DevicesPart } from './DevicesPart.tsx';
import { EmailPart } from './EmailPart.tsx';
import { PasswordPart } from './PasswordPart.tsx';

/** The user's sign-in methods, devices and account. */
export function SecurityParts({ profile }: { profile: User & { hasPassword: boolean } }) {
  return (
    <>
      <EmailPart profile={profile} />
      <PasswordPart profile={profile} />
      <PasskeysPart />
      <SecondFactorPart />
      <DevicesPart />
      <AccountPart profile={profile} />
      <DeletePart profile={profile} />
    </>
  );
}
