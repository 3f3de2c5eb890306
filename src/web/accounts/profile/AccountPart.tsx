import type { User } from '#shared/kernel/user.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from './ProfilePage.module.css';

/** The user's account: its club, role and member are changed by the board. */
export function AccountPart({ profile }: { profile: User }) {
  const facts = [
    ['Verein', profile.clubDisplayName],
    ['Rolle', profile.roleDisplayName],
    ...(profile.memberId ? [['Mitgliedsnummer', profile.memberId] as const] : []),
    ['Konto seit', formatDate(profile.createdAt)],
    ['Zuletzt eingeloggt', formatDateTime(profile.lastLogin)],
    ['Kontobesuche', String(profile.logins)],
  ] as const;
  return (
    <RowPart id="konto" title="Mein Konto" state={profile.roleDisplayName}>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </RowPart>
  );
}
