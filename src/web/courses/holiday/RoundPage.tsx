import { Alert, Button, Drawer, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isBeforeEnd, isOver, roundPhaseNames } from '#shared/courses/holiday/rules.ts';
import type { RoundRow } from '#shared/courses/holiday/shapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { CallOff } from './CallOff.tsx';
import { OffersPart } from './OffersPart.tsx';
import { PreviewPart } from './PreviewPart.tsx';
import { roundQuery, useRoundMutations } from './queries.ts';
import { RoundForm } from './RoundForm.tsx';

/** One round as managed by a board: its dates, the offers of the clubs, and the allocation. */
export function RoundPage({ id, club }: { id: string; club: ClubName }) {
  const query = useQuery(roundQuery(id, club));
  const { data } = query;
  if (!data)
    return (
      <>
        <PageTitle title={pages.adminHoliday.title} />
        <Loading query={query} />
      </>
    );
  const { round } = data;
  return (
    <>
      <PageTitle title={round.name}>
        <Button variant="default" component={Link} to="/admin/holiday/">
          Alle Runden
        </Button>
      </PageTitle>
      <Text mb="sm">
        {`${roundPhaseNames[round.phase]} · Wünsche bis ${germanDate(round.wishesUntil)} · Plätze am ${germanDate(round.sendsOn)} · ${round.children === 1 ? '1 Kind' : `${round.children} Kinder`}`}
      </Text>
      {!round.isOwn && (
        <Alert mb="sm" color="blue">
          Diese Runde führt {round.club}. Ihr Verein nimmt mit den Angeboten teil, die Sie hier eintragen.
        </Alert>
      )}
      {round.isOwn && <Steps round={round} club={club} />}
      {round.phase !== 'cancelled' && <OffersPart key={data.offers.length} managed={data} club={club} />}
      {round.isOwn && !isBeforeEnd(round.phase) && round.phase !== 'cancelled' && <PreviewPart round={round} />}
    </>
  );
}

/** The next step, and the changes that are still possible. */
function Steps({ round, club }: { round: RoundRow; club: ClubName }) {
  const { open, draw, remove } = useRoundMutations();
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  const { id, version, phase, sendsOn } = round;
  const askOpening = () =>
    confirm({
      title: 'Wünsche öffnen?',
      text: 'Familien können sich dann Angebote wünschen. Herausnehmen lässt sich danach keines mehr.',
      action: 'Wünsche öffnen',
      onConfirm: () => open.mutate({ id, version }, { onSuccess: () => notify('Die Wünsche sind offen.') }),
    });
  const askDrawing = () =>
    confirm({
      title: 'Plätze festlegen?',
      text: `So wie in der Vorschau. Am ${germanDate(sendsOn)} gehen die Plätze hinaus, für 72 Stunden angeboten. Das lässt sich nicht zurücknehmen.`,
      action: 'Plätze festlegen',
      onConfirm: () => draw.mutate({ id, version }, { onSuccess: () => notify('Die Plätze sind festgelegt.') }),
    });
  const askRemoving = () =>
    confirm({
      title: 'Entwurf löschen?',
      text: 'Die eingetragenen Angebote sind danach wieder frei.',
      action: 'Löschen',
      onConfirm: () => remove.mutate({ id }, { onSuccess: () => void navigate({ to: '/admin/holiday/' }) }),
    });
  return (
    <>
      <Group mb="sm" gap="sm">
        {phase === 'draft' && (
          <Button onClick={askOpening} loading={open.isPending}>
            Wünsche öffnen
          </Button>
        )}
        {phase === 'closed' && (
          <Button onClick={askDrawing} loading={draw.isPending}>
            Plätze festlegen
          </Button>
        )}
        {!isOver(phase) && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Ändern
          </Button>
        )}
        {!isOver(phase) && phase !== 'draft' && <CallOff round={round} />}
        {phase === 'draft' && (
          <Button variant="default" onClick={askRemoving} loading={remove.isPending}>
            Löschen
          </Button>
        )}
        {phase !== 'draft' && (
          <Button variant="default" component="a" href={`/holiday/${id}`}>
            Seite für Familien
          </Button>
        )}
      </Group>
      <FormProblem error={open.error ?? draw.error ?? remove.error} fields={[]} />
      <Drawer opened={isEditing} onClose={() => setEditing(false)} title="Runde ändern">
        {isEditing && <RoundForm club={club} round={round} onDone={() => setEditing(false)} />}
      </Drawer>
    </>
  );
}
