import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { FaultyMember } from '#shared/people/reportSnapshots.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import classes from './memberReport.module.css';
import { MemberLink } from './MemberLinks.tsx';
import { useRepairs } from './useRepairs.ts';

/** A birth date field for each member, saved row by row. */
export function BirthDateRepair({ members }: { members: readonly FaultyMember[] }) {
  return (
    <ul className={classes['people']}>
      {members.slice(0, 50).map((one) => (
        <li key={one.memberId}>
          <Row member={one} />
        </li>
      ))}
      {members.length > 50 && <li>Die übrigen {members.length - 50} erscheinen, sobald diese eingetragen sind.</li>}
    </ul>
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
