import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FaultyMember } from '#shared/people/report/reportSnapshots.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { MemberLinks } from './MemberLinks.tsx';
import { RepairButton } from './RepairButton.tsx';
import { useRepairs } from './useRepairs.ts';

type DepartmentRepairProps = { members: readonly FaultyMember[]; club: ClubName; keyDate: string };

/** Assigns members without a department to one: all of them, or only the passive ones. */
export function DepartmentRepair({ members, club, keyDate }: DepartmentRepairProps) {
  const { repair, isRunning } = useRepairs();
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = useDepartmentChoices(club, chosen);
  const passive = members.filter(({ isPassive }) => isPassive);
  const from = keyDate < today() ? keyDate : today();
  const take = (some: readonly FaultyMember[]) => {
    if (chosen)
      repair(
        some,
        { action: 'addDepartment', departmentId: chosen, from },
        some.length === 1 ? 'Ein Mitglied ist jetzt in der Abteilung.' : `${some.length} Mitglieder sind jetzt in der Abteilung.`,
      );
  };
  return (
    <>
      <MemberLinks members={members} />
      <Group align="flex-end" gap="xs">
        <Select label="Abteilung" searchable data={choices} value={chosen} onChange={setChosen} />
        {chosen && (
          <RepairButton
            label={members.length === 1 ? 'Zuordnen' : `Alle ${members.length} zuordnen`}
            isRunning={isRunning}
            onPress={() => take(members)}
          />
        )}
        {chosen && passive.length > 0 && passive.length < members.length && (
          <RepairButton
            label={passive.length === 1 ? 'Nur das passive zuordnen' : `Nur die ${passive.length} passiven zuordnen`}
            isRunning={isRunning}
            onPress={() => take(passive)}
          />
        )}
      </Group>
    </>
  );
}
