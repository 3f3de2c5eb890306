import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FaultyMember } from '#shared/people/report/reportSnapshots.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { AskMembers } from './AskMembers.tsx';
import classes from './memberReport.module.css';
import { MemberLink } from './MemberLinks.tsx';
import { useRepairs } from './useRepairs.ts';

/** A birth date field for each member, saved row by row. */
export function BirthDateRepair({ members, club }: { members: readonly FaultyMember[]; club: ClubName }) {
  return (
    <>
      <ul className={classes['people']}>
        {members.slice(0, 50).map((one) => (
          <li key={one.memberId}>
            <Row member={one} />
          </li>
        ))}
        {members.length > 50 && <li>Die übrigen {members.length - 50} erscheinen, sobald diese eingetragen sind.</li>}
      </ul>
      <AskMembers members={members} club={club} missing="das richtige Geburtsdatum" />
    </>
  );
}

function Row({ member }: { member: FaultyMember }) {
  const { repair, isRunning } = useRepairs();
  const [day, setDay] = useState<string>();
  return (
    <Group align="flex-end" gap="xs">
      <MemberLink member={member} />
      <DayField label={`Geburtsdatum von ${member.name}`} value={day} max={today()} onChange={setDay} />
      <Button
        variant="default"
        disabled={!day}
        loading={isRunning}
        aria-label={`Geburtsdatum von ${member.name} speichern`}
        onClick={() =>
          day && repair([member], { action: 'setBirthDate', birthDate: day }, `Das Geburtsdatum von ${member.name} ist gespeichert.`)
        }
      >
        Speichern
      </Button>
    </Group>
  );
}
