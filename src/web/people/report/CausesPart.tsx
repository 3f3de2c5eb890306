import { Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { reportCauses } from '#shared/people/report/reportCauses.ts';
import type { CauseGroup, ReportCockpit } from '#shared/people/report/reportSnapshots.ts';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { AssociationRepair } from './AssociationRepair.tsx';
import { BirthDateRepair } from './BirthDateRepair.tsx';
import { DepartmentRepair } from './DepartmentRepair.tsx';
import { GenderRepair } from './GenderRepair.tsx';
import { MemberLinks } from './MemberLinks.tsx';
import { useRepairs } from './useRepairs.ts';
import { RepairButton } from './RepairButton.tsx';

type CausesPartProps = { cockpit: ReportCockpit; club: ClubName };

/** The problems that keep members from being reported, each with its repair. */
export function CausesPart({ cockpit: { causes, total, keyDate }, club }: CausesPartProps) {
  return (
    <PagePart title="Vor der Meldung prüfen">
      {causes.length === 0 && total > 0 && <Text>{`Nichts zu reparieren. ${total} von ${total} können gemeldet werden.`}</Text>}
      {total === 0 && (
        <Text>
          Zu diesem Stichtag hat der Verein noch keine Mitglieder. Sie kommen unter <Link to={pages.adminMembers.path}>Mitglieder</Link>,
          einzeln oder mit „Importieren“.
        </Text>
      )}
      <Stack gap="xs">
        {causes.map((group) => (
          <Disclosure key={group.cause} title={`${reportCauses[group.cause].title}: ${group.count}`} onPaper="open">
            <Group gap="xs" mb="xs">
              {reportCauses[group.cause].isBlocking && (
                <Badge color="danger" variant="outline">
                  verhindert die Meldung
                </Badge>
              )}
              <Text size="sm">{reportCauses[group.cause].why}</Text>
            </Group>
            <Repair group={group} club={club} keyDate={keyDate} />
          </Disclosure>
        ))}
      </Stack>
    </PagePart>
  );
}

function Repair({ group, club, keyDate }: { group: CauseGroup; club: ClubName; keyDate: string }) {
  switch (group.cause) {
    case 'no-birth-date':
    case 'future-birth-date':
    case 'too-old':
      return <BirthDateRepair members={group.members} club={club} />;
    case 'no-gender':
      return <GenderRepair members={group.members} club={club} />;
    case 'no-department':
      return <DepartmentRepair members={group.members} club={club} keyDate={keyDate} />;
    case 'no-association':
    case 'foreign-association':
      return <AssociationRepair departments={group.departments} club={club} />;
    case 'open-department':
      return <OpenDepartments group={group} />;
    default:
      return <MemberLinks members={group.members} />;
  }
}

function OpenDepartments({ group: { members } }: { group: CauseGroup }) {
  const { repair, isRunning } = useRepairs();
  return (
    <>
      <MemberLinks members={members} />
      <RepairButton
        label="Alle zum Austritt beenden"
        isRunning={isRunning}
        onPress={() => repair(members, { action: 'endDepartments' }, 'Die Abteilungen enden mit dem Austritt.')}
      />
    </>
  );
}
