import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { FaultyMember } from '#shared/people/report/reportSnapshots.ts';
import classes from './memberReport.module.css';

const shownFirst = 10;

/** Members by name, linked to their records. */
export function MemberLinks({ members }: { members: readonly FaultyMember[] }) {
  const [isAll, setAll] = useState(false);
  return (
    <>
      <ul className={classes['people']}>
        {(isAll ? members : members.slice(0, shownFirst)).map((one) => (
          <li key={one.memberId}>
            <MemberLink member={one} />
          </li>
        ))}
      </ul>
      {!isAll && members.length > shownFirst && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          Alle {members.length} zeigen
        </Button>
      )}
    </>
  );
}

/** A member's name, number and birth date, linked to the record. */
export function MemberLink({ member: { memberId, name, memberNo, birthDate } }: { member: FaultyMember }) {
  return (
    <span>
      <Link to="/member/$memberId" params={{ memberId }}>
        {name}
      </Link>{' '}
      ({memberNo}
      {birthDate && `, geboren ${germanDate(birthDate)}`})
    </span>
  );
}
