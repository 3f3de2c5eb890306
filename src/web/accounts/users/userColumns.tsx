import type { ListedUser } from '#shared/accounts/users.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { formatDate } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { UserState } from './UserState.tsx';
import classes from './users.module.css';

/** The columns of the list; the club column is only for viewers who see several clubs. */
export function userColumns(seesClubs: boolean, onOpen: (id: string) => void): Column<ListedUser>[] {
  const columns: Column<ListedUser>[] = [
    {
      name: 'name',
      label: 'Name',
      sort: 'lastname',
      isName: true,
      cell: (user) => <UserName user={user} onOpen={onOpen} />,
    },
    {
      name: 'email',
      label: 'E-Mail',
      sort: 'email',
      cell: ({ email }) => (
        <span className={classes['email']} title={email}>
          {email}
        </span>
      ),
    },
    { name: 'club', label: 'Verein', cell: ({ club }) => <span title={club.displayName}>{club.name}</span> },
    { name: 'role', label: 'Rolle', cell: ({ roleDisplayName }) => <span className={classes['oneLine']}>{roleDisplayName}</span> },
    { name: 'state', label: 'Status', cell: (user) => <UserState user={user} /> },
    {
      name: 'lastLogin',
      label: 'Zuletzt eingeloggt',
      sort: 'lastLogin',
      cell: ({ lastLogin }) => <span className={classes['oneLine']}>{formatDate(lastLogin)}</span>,
    },
    { name: 'logins', label: 'Kontobesuche', isHiddenAtFirst: true, cell: ({ logins }) => logins },
    { name: 'memberId', label: 'Mitglied', isHiddenAtFirst: true, cell: ({ memberId }) => memberId || '–' },
    { name: 'createdAt', label: 'Angelegt', sort: 'createdAt', isHiddenAtFirst: true, cell: ({ createdAt }) => formatDate(createdAt) },
  ];
  return columns.filter(({ name }) => seesClubs || name !== 'club');
}

/** The name, which opens the details. */
export function UserName({ user, onOpen }: { user: ListedUser; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(user.id)}>{user.lastname ? listedName(user) : user.fullName}</RecordLink>;
}
