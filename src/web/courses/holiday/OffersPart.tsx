import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { isBeforeEnd } from '#shared/courses/holiday/rules.ts';
import type { ManagedRound } from '#shared/courses/holiday/shapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useRoundMutations } from './queries.ts';
import { seatsInWords } from './words.ts';

type Offer = ManagedRound['offers'][number];

const columns: Column<Offer>[] = [
  { name: 'title', label: 'Angebot', isName: true, cell: ({ title }) => title },
  { name: 'club', label: 'Verein', cell: ({ club }) => club },
  { name: 'when', label: 'Wann', cell: ({ when }) => when },
  { name: 'seats', label: 'Plätze und Wünsche', cell: (one) => (one.isOff ? 'fällt aus' : seatsInWords(one)) },
];

type OffersPartProps = { managed: ManagedRound; club: ClubName };

/** The offers of a round, and the selection of those of the own club. */
export function OffersPart({ managed, club }: OffersPartProps) {
  const { round, offers } = managed;
  return (
    <>
      <PagePart title="Angebote">
        <RecordList<Offer>
          label="Angebote der Runde"
          columns={columns}
          rows={offers}
          keyOf={({ courseId }) => courseId}
          renderCard={(one) => (
            <>
              <strong>{one.title}</strong> ({one.club})
              <br />
              {one.when}
              <br />
              {one.isOff ? 'fällt aus' : seatsInWords(one)}
            </>
          )}
          empty={
            <EmptyState icon="sun" title="Noch keine Angebote.">
              <p>Jeder Verein trägt seine Angebote hier selbst ein.</p>
            </EmptyState>
          }
        />
      </PagePart>
      {isBeforeEnd(round.phase) && <OwnOffers managed={managed} club={club} />}
    </>
  );
}

function OwnOffers({ managed: { round, offers, obstacle, choices }, club }: OffersPartProps) {
  const { agree } = useRoundMutations();
  const there = offers.flatMap((one) => (one.club === club ? [one.courseId] : []));
  const [chosen, setChosen] = useState<readonly string[]>(there);
  const isOpen = round.phase === 'open';
  const save = () =>
    agree.mutate({ id: round.id, club, courseIds: [...chosen] }, { onSuccess: () => notify('Die Angebote sind eingetragen.') });
  if (obstacle)
    return (
      <PagePart title={`Angebote von ${club}`}>
        <Text size="sm">{obstacle}</Text>
      </PagePart>
    );
  return (
    <PagePart
      title={`Angebote von ${club}`}
      lead="Wer ein Angebot einträgt, stimmt zu: Bis die Plätze vergeben sind, meldet sich dafür niemand auf anderem Weg an."
    >
      <Stack gap="xs">
        {choices.length === 0 && (
          <Text size="sm">
            Ihr Verein hat kein Ferienangebot, das noch kommt. Angelegt wird es unter{' '}
            <Link to={pages.adminCourses.path}>{pages.adminCourses.label}</Link>, Art „{courseKindNames.holiday}“.
          </Text>
        )}
        {choices.map(({ courseId, title, when, why }) => (
          <Checkbox
            key={courseId}
            label={title}
            description={why || when}
            disabled={why !== '' || (isOpen && there.includes(courseId))}
            checked={chosen.includes(courseId)}
            onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, courseId] : chosen.filter((one) => one !== courseId))}
          />
        ))}
        <FormProblem error={agree.error} fields={[]} />
        {choices.length > 0 && (
          <Button onClick={save} loading={agree.isPending} w="fit-content">
            Angebote eintragen
          </Button>
        )}
      </Stack>
    </PagePart>
  );
}
