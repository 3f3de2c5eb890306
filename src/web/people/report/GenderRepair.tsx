import { Group, NativeSelect } from '@mantine/core';
import { genderAnswers, genderNames } from '#shared/people/people.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { FaultyMember } from '#shared/people/report/reportSnapshots.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { AskMembers } from './AskMembers.tsx';
import classes from './memberReport.module.css';
import { MemberLink } from './MemberLinks.tsx';
import { RepairButton } from './RepairButton.tsx';
import { useRepairs } from './useRepairs.ts';

const choices = (['x', 'w', 'm', 'd', 'o'] as const).map((value) => ({ value, label: genderAnswers[value] }));

/** The gender of each member, or "not stated" for all at once. */
export function GenderRepair({ members, club }: { members: readonly FaultyMember[]; club: ClubName }) {
  const { repair, isRunning } = useRepairs();
  const askAll = () =>
    confirm({
      title: 'Alle als „ohne Angabe“ melden?',
      text: `Bei ${members.length === 1 ? 'einem Mitglied' : `${members.length} Mitgliedern`} wird „ohne Angabe“ eingetragen. Das lässt sich gleich danach zurücknehmen.`,
      action: 'Eintragen',
      onConfirm: () =>
        repair(members, { action: 'setGender', gender: 'o' }, '„Ohne Angabe“ ist eingetragen.', { action: 'setGender', gender: 'x' }),
    });
  return (
    <>
      <ul className={classes['people']}>
        {members.slice(0, 50).map((one) => (
          <li key={one.memberId}>
            <Group gap="xs">
              <MemberLink member={one} />
              <NativeSelect
                aria-label={`Geschlecht von ${one.name}`}
                data={choices}
                value="x"
                disabled={isRunning}
                onChange={({ currentTarget: { value } }) => {
                  const gender = keysOf(genderNames).find((known) => known === value);
                  if (gender)
                    repair([one], { action: 'setGender', gender }, `${one.name}: ${genderNames[gender]}.`, {
                      action: 'setGender',
                      gender: 'x',
                    });
                }}
              />
            </Group>
          </li>
        ))}
      </ul>
      <Group gap="sm" align="flex-end">
        <RepairButton label="Alle als „ohne Angabe“ melden" isRunning={isRunning} onPress={askAll} />
        <AskMembers members={members} club={club} missing="das Geschlecht (oder „ohne Angabe“)" />
      </Group>
    </>
  );
}
