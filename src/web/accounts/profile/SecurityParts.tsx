import type { User } from '#shared/kernel/user.ts';
import { SecondFactorPart } from '../factors/SecondFactorPart.tsx';
import { PasskeysPart } from '../passkeys/PasskeysPart.tsx';
import { DevicesPart } from './DevicesPart.tsx';
import { EmailPart } from './EmailPart.tsx';
import { PasswordPart } from './PasswordPart.tsx';

/** With what one signs in, and where one is signed in. */
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
