import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { associationClub, type ClubName } from '#shared/kernel/clubs.ts';
import { adapterOf, namedFormats, reportFormats, type ReportFormat } from '#shared/people/report/reportAdapters.ts';
import { reportCauses } from '#shared/people/report/reportCauses.ts';
import { snapshotStateNames, type ReportSnapshot } from '#shared/people/report/reportSnapshots.ts';
import { formatDay } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { HandInDialog } from './HandInDialog.tsx';
import { snapshotsQuery, useReportMutations } from './queries.ts';
import classes from './memberReport.module.css';

/** The frozen reports with their files and their status. */
export function SnapshotsPart({ club }: { club: ClubName }) {
  const { data = [] } = useQuery(snapshotsQuery(club));
  const [handing, setHanding] = useState<ReportSnapshot>();
  const replaced = data.find(({ keyDate, state }) => keyDate === handing?.keyDate && state === 'handedIn');
  if (data.length === 0) return null;
  return (
    <PagePart title="Eingefrorene Meldungen">
      <ul className={classes['people']}>
        {data.map((one) => (
          <li key={one.id}>
            <Snapshot snapshot={one} club={club} onHandIn={() => setHanding(one)} />
          </li>
        ))}
      </ul>
      {handing && <HandInDialog snapshot={handing} replaced={replaced} club={club} onClose={() => setHanding(undefined)} />}
    </PagePart>
  );
}

function Snapshot({ snapshot, club, onHandIn }: { snapshot: ReportSnapshot; club: ClubName; onHandIn: () => void }) {
  const { keyDate, number, state, total, madeBy, madeAt, handedInOn, portalReference, leftOut, notInJa, hash } = snapshot;
  const handed = handedInOn && ` Abgegeben am ${germanDate(handedInOn)}${portalReference && ` (${portalReference})`}.`;
  return (
    <Stack gap={4} component="article" aria-label={`Meldung ${number} zum ${germanDate(keyDate)}`}>
      <Text>
        <strong>
          {germanDate(keyDate)}, Nr. {number}: {total} Mitglieder, {snapshotStateNames[state]}
        </strong>
      </Text>
      <Text size="sm">
        Eingefroren am {formatDay(madeAt)} von {madeBy}.{handed} Prüfsumme {hash.slice(0, 12)}.
      </Text>
      {leftOut.length > 0 && (
        <Text size="sm">Nicht gemeldet: {leftOut.map(({ name, cause }) => `${name} (${reportCauses[cause].title})`).join('; ')}.</Text>
      )}
      {notInJa > 0 && adapterOf(snapshot.adapter).formats.includes('ja') && (
        <Text size="sm">ja.dat kennt nur männlich und weiblich: {notInJa} fehlen darin.</Text>
      )}
      <Actions snapshot={snapshot} club={club} onHandIn={onHandIn} />
    </Stack>
  );
}

function Actions({ snapshot, club, onHandIn }: { snapshot: ReportSnapshot; club: ClubName; onHandIn: () => void }) {
  const { id, version, state, isReleased } = snapshot;
  const { file, release, discard } = useReportMutations(club);
  const save = (format: ReportFormat) => file.mutate({ id, format }, { onSuccess: saveFile, onError: notifyProblem });
  const askDiscard = () =>
    confirm({
      title: 'Meldung verwerfen?',
      text: 'Die eingefrorenen Zahlen sind danach weg. Abgegeben wurde diese Meldung nicht.',
      action: 'Verwerfen',
      onConfirm: () => discard.mutate(id, { onSuccess: () => notify('Die Meldung ist verworfen.'), onError: notifyProblem }),
    });
  const toggleRelease = () =>
    release.mutate(
      { id, version, isReleased: !isReleased },
      {
        onSuccess: () => notify(isReleased ? 'Die Freigabe ist zurückgezogen.' : 'Der Gemeindesportverband sieht jetzt die Summen.'),
        onError: notifyProblem,
      },
    );
  const { formats } = adapterOf(snapshot.adapter);
  return (
    <>
      <Group gap="xs" className="no-print">
        {formats.map((format) => (
          <Button key={format} variant="default" size="compact-md" loading={file.isPending} onClick={() => save(format)}>
            {reportFormats[format]}
          </Button>
        ))}
      </Group>
      {formats.some((format) => namedFormats.includes(format)) && (
        <Text size="sm" c="dimmed">
          Dateien mit Namen nehmen Namen und Geburtstag, wie sie heute in der Mitgliederliste stehen.
        </Text>
      )}
      <Group gap="xs" className="no-print">
        {state === 'frozen' && <Button onClick={onHandIn}>Als abgegeben vermerken</Button>}
        {state === 'frozen' && (
          <Button variant="default" onClick={askDiscard}>
            Verwerfen
          </Button>
        )}
        {state === 'handedIn' && club !== associationClub && (
          <Button variant="default" loading={release.isPending} onClick={toggleRelease}>
            {isReleased ? 'Freigabe für den GSV zurückziehen' : 'Für den GSV freigeben'}
          </Button>
        )}
      </Group>
    </>
  );
}
