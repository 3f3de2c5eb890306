import { Button, Checkbox, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { reportCauses } from '#shared/people/report/reportCauses.ts';
import type { ReportCockpit } from '#shared/people/report/reportSnapshots.ts';
import { today } from '#web/lib/berlinDay.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useReportMutations } from './queries.ts';

/** Freezes the report at the key date, or says what has to be done first. */
export function FreezePart({ cockpit: { keyDate, causes, blocking }, club }: { cockpit: ReportCockpit; club: ClubName }) {
  const { freeze } = useReportMutations(club);
  const [leavesOut, setLeavesOut] = useState(false);
  const unreportable = causes.filter(({ cause, members }) => reportCauses[cause].isBlocking && members.length > 0);
  const settled = leavesOut ? unreportable.map(({ cause, count }) => `${reportCauses[cause].title}: ${count}.`) : [];
  const open = blocking.filter((sentence) => !settled.includes(sentence));
  const press = () => freeze.mutate({ keyDate, leavesOut }, { onSuccess: ({ total }) => notify(`${total} Mitglieder sind eingefroren.`) });
  return (
    <PagePart
      title="Stichtag einfrieren"
      lead="Danach ändern sich die gemeldeten Zahlen nicht mehr, auch wenn die Mitgliederliste sich ändert. Eine Korrektur ist eine neue Meldung."
    >
      <Stack gap="sm" align="flex-start">
        {keyDate > today() && <Text size="sm">{`Der Stichtag ist erst am ${germanDate(keyDate)}.`}</Text>}
        {open.length > 0 && (
          <div>
            <Text>Vorher fehlt noch:</Text>
            <List size="sm">
              {open.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          </div>
        )}
        {unreportable.length > 0 && (
          <Checkbox
            label="Trotzdem einfrieren: Mitglieder ohne Geburtsdatum oder Geschlecht werden nicht gemeldet, ihre Namen stehen bei der Meldung."
            checked={leavesOut}
            onChange={(event) => setLeavesOut(event.currentTarget.checked)}
          />
        )}
        <FormProblem error={freeze.error} />
        {open.length === 0 && (
          <Button loading={freeze.isPending} onClick={press}>
            Stichtag einfrieren
          </Button>
        )}
      </Stack>
    </PagePart>
  );
}
