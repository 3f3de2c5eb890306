import { Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import classes from './members.module.css';

/** The periods of a member's departments. */
export function DepartmentSlices({ member }: { member: MemberRecord }) {
  if (member.departments.length === 0) return <Text size="sm">In keiner Abteilung.</Text>;
  return (
    <ul className={classes['slices']}>
      {member.departments.map(({ departmentId, name, validFrom, validTo }) => (
        <li key={`${departmentId}${validFrom}`}>
          {name}, {validTo ? `${germanDate(validFrom)} bis ${germanDate(validTo)}` : `seit ${germanDate(validFrom)}`}
        </li>
      ))}
    </ul>
  );
}
