import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import { familyQuery } from './linkQueries.ts';
import classes from '../members/members.module.css';

const relationNames = { parent: 'Elternteil', child: 'Kind', sibling: 'Geschwister' } as const;

type FamilyListProps = {
  id: string;
  /** Whether to list the accounts that may act for the member; the board has its own list. */
  withAccounts?: boolean;
};

/** A member's parents, children and siblings, and the payer. */
export function FamilyList({ id, withAccounts = false }: FamilyListProps) {
  const { data } = useQuery(familyQuery(id));
  if (!data) return null;
  const { relatives, payer, account } = data;
  const acting = withAccounts ? data.accounts.filter(({ state }) => state === 'verified').map(({ name }) => name) : [];
  if (relatives.length === 0 && acting.length === 0 && !payer && !account)
    return <Text size="sm">Angehörige und Zahler sind nicht eingetragen.</Text>;
  return (
    <ul className={classes['slices']} aria-label="Familie">
      {relatives.map(({ personId, memberId, name, birthDate, relation }) => (
        <li key={personId}>
          {relationNames[relation]}:{' '}
          {memberId ? (
            <Link to={pages.member.path} params={{ memberId }}>
              {name}
            </Link>
          ) : (
            name
          )}
          {birthDate && `, geboren ${germanDate(birthDate)}`}
        </li>
      ))}
      {acting.length > 0 && <li>Zugang zu diesen Daten: {acting.join(', ')}</li>}
      {payer && <li>Beitrag zahlt: {payer}</li>}
      {account && <li>Lastschrift: {account}</li>}
    </ul>
  );
}
