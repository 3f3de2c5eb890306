import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { DeletePart } from './DeletePart.tsx';
import { DevicesPart } from './DevicesPart.tsx';
import { EmailPart } from './EmailPart.tsx';
import { ExportPart, type ReadFile } from './ExportPart.tsx';
import { failureText } from '../sessions/failureText.ts';
import forms from '../sessions/forms.module.css';
import { NamePart } from './NamePart.tsx';
import { Notice } from '../sessions/Notice.tsx';
import { PasskeysPart } from '../passkeys/PasskeysPart.tsx';
import { PasswordPart } from './PasswordPart.tsx';
import classes from './ProfilePage.module.css';
import { profileQuery } from '../sessions/queries.ts';
import { SecondFactorPart } from '../factors/SecondFactorPart.tsx';
import { SignOutButton } from '../sessions/SignOutButton.tsx';

/**
 * "Mein Profil". Other features' parts (registrations, children, hours, consents) are the children: the shell composes
 * them in src/web/app, each in a PagePart; they stand between the person and the account.
 */
export function Page({ children, readFile }: { children?: ReactNode; readFile: ReadFile }) {
  const { data: profile, error } = useQuery(profileQuery);
  if (error && !profile) return <Notice kind="bad">{failureText(error)}</Notice>;
  if (!profile) return <Pending />;
  return (
    <div className={`${classes['page']} ${forms['panel']}`}>
      <PageTitle title="Mein Profil">
        <SignOutButton />
      </PageTitle>
      <NamePart profile={profile} />
      {children}
      <EmailPart profile={profile} />
      <PasswordPart profile={profile} />
      <PasskeysPart />
      <SecondFactorPart />
      <DevicesPart />
      <ExportPart readFile={readFile} />
      <DeletePart profile={profile} />
    </div>
  );
}
