import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from '../members/members.module.css';
import { ownMembersQuery } from '../members/queries.ts';

/** Links to the member pages of the viewer and their children; empty for users who are no members. */
export function OwnMembersPart() {
  const query = useQuery(ownMembersQuery());
  const { data: members } = query;
  if (!members) return <Loading query={query} />;
  if (members.length === 0) return null;
  return (
    <RowPart
      id="mitgliedschaft"
      title="Mitgliedschaft und Unterlagen"
      state={members.map(({ firstname }) => firstname).join(', ')}
      lead="Was der Verein führt, mit Abteilungen und Unterlagen zum Herunterladen."
    >
      <ul className={classes['slices']}>
        {members.map(({ id, firstname, lastname, memberNo, club }) => (
          <li key={id}>
            <Anchor component={Link} to={`/member/${id}`} underline="always">
              {firstname} {lastname}
            </Anchor>{' '}
            ({club}, Mitglied {memberNo})
          </li>
        ))}
      </ul>
    </RowPart>
  );
}
