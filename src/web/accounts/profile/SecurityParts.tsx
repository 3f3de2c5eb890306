import type { User } from '#shared/kernel/user.ts';
import { SecondFactorPart } from '../factors/SecondFactorPart.tsx';
import { PasskeysPart } from '../passkeys/PasskeysPart.tsx';
import { DevicesPart } from './DevicesPart.tsx';
import { EmailPart } from './EmailPart.tsx';
import { PasswordPart } from './PasswordPart.tsx';

/** The user's sign-in methods and devices. */
export function SecurityParts({ profile }: { profile: User & { hasPassword: boolean } }) {
  return (
    <>
      <EmailPart profile={profile} />
      <PasswordPart profile={profile} />
      <PasskeysPart />
      <SecondFactorPart />
      <DevicesPart />
    </>
  );
}
