import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { mayMoveRun, sepaRunStateNames, returnableRuns } from '#shared/money/chargeWords.ts';
import { pages } from '#shared/kernel/pages.ts';
import { returnCodeInWords } from '#shared/money/returnCodes.ts';
import { euros } from '#shared/kernel/money.ts';
import type { SepaRun } from '#shared/money/sepaRuns.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { today } from '#web/lib/berlinDay.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { sepaRunsQuery, useSepaMutations } from '../charges/queries.ts';
import { ReturnDialog } from './ReturnDialog.tsx';

/** Past runs: their file, their state, and returned debits. */
export function SepaRuns() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(sepaRunsQuery());
  const runs = data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (runs.length === 0) return null;
  return (
    <>
      <h2>Lastschriftläufe</h2>
      {runs.map((run) => (
        <Run key={run.id} run={run} />
      ))}
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}

function Run({ run }: { run: SepaRun }) {
  const { file, setState } = useSepaMutations();
  const [isReturning, setIsReturning] = useState(false);
  const { id, version, state } = run;
  const go = (to: 'submitted' | 'settled' | 'cancelled') =>
    setState.mutate(
      { id, version, to },
      { onSuccess: () => notify(`${run.messageId}: ${sepaRunStateNames[to]}.`), onError: notifyProblem },
    );
  const drop = () =>
    confirm({
      title: 'Lauf verwerfen?',
      text: 'Die Forderungen sind danach wieder offen. Wer schon benachrichtigt wurde, sollte Bescheid bekommen.',
      action: 'Verwerfen',
      onConfirm: () => go('cancelled'),
    });
  const submitted = () =>
    confirm({
      title: 'Bei der Bank eingereicht?',
      text: `${run.debits} Lastschriften über zusammen ${euros(run.totalCents)}. Danach lässt sich der Lauf nicht mehr verwerfen.`,
      action: 'Ja, eingereicht',
      onConfirm: () => go('submitted'),
    });
  const letters = run.letters.map(({ holder, cents }) => `${holder} (${euros(cents)})`);
  const postedOn = run.letters[0]?.postedOn;
  const download = () => file.mutate(id, { onSuccess: saveFile, onError: notifyProblem });
  const downloadAsked = () =>
    letters.length === 0 || postedOn || state !== 'draft'
      ? download()
      : confirm({
          title: 'Sind die Briefe verschickt?',
          text: `Ohne E-Mail-Adresse: ${letters.join(', ')}. Sie müssen den Einzug am ${germanDate(run.collectionDate)} per Brief erfahren.`,
          action: 'Ja, herunterladen',
          onConfirm: download,
        });
  return (
    <PagePart title={`${run.messageId}, Einzug am ${germanDate(run.collectionDate)}`}>
      <Group gap="xs" mb="xs">
        <StateMark tone={state === 'settled' ? 'good' : state === 'cancelled' ? 'quiet' : 'waiting'}>{sepaRunStateNames[state]}</StateMark>
        <Text size="sm">
          {run.debits} Lastschriften, {euros(run.totalCents)}, auf {run.creditorAccount}, angelegt von {run.createdBy}
        </Text>
      </Group>
      {run.needsOther && mayMoveRun(state, 'cancelled') && (
        <Text size="sm" mb="xs">
          Zwei Personen: Sie haben diesen Lauf angelegt. Herunterladen und einreichen muss jemand anderes aus dem Vorstand.
        </Text>
      )}
      {letters.length > 0 && state !== 'cancelled' && (
        <Text size="sm" mb="xs">
          {postedOn ? `Per Brief angekündigt am ${germanDate(postedOn)}: ` : 'Per Brief ankündigen, weil eine E-Mail-Adresse fehlt: '}
          {letters.join(', ')}
        </Text>
      )}
      <Returned run={run} />
      <Group gap="xs" className="no-print">
        {state !== 'cancelled' && !run.needsOther && (
          <Button variant="default" loading={file.isPending} onClick={downloadAsked} aria-label={`Datei herunterladen: ${run.messageId}`}>
            Datei herunterladen
          </Button>
        )}
        {letters.length > 0 && state !== 'cancelled' && (
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to={pages.adminDebits.path} search={{ briefe: id }} />}
            aria-label={`Briefe drucken: ${run.messageId}`}
          >
            {letters.length === 1 ? '1 Brief drucken' : `${letters.length} Briefe drucken`}
          </Button>
        )}
        {mayMoveRun(state, 'submitted') && !run.needsOther && (
          <Button variant="default" onClick={submitted}>
            Bei der Bank eingereicht
          </Button>
        )}
        {mayMoveRun(state, 'settled') && (
          <Button
            variant="default"
            onClick={() =>
              run.collectionDate > today() ? notifyRefusal(`Eingezogen wird erst am ${germanDate(run.collectionDate)}.`) : go('settled')
            }
          >
            Eingezogen
          </Button>
        )}
        {returnableRuns.includes(state) && (
          <Button variant="default" onClick={() => setIsReturning(true)}>
            Rücklastschrift …
          </Button>
        )}
        {mayMoveRun(state, 'cancelled') && (
          <Button variant="default" onClick={drop}>
            Verwerfen
          </Button>
        )}
      </Group>
      <ReturnDialog run={run} isOpen={isReturning} onClose={() => setIsReturning(false)} />
    </PagePart>
  );
}

function Returned({ run }: { run: SepaRun }) {
  if (run.returned.length === 0) return null;
  return (
    <Text size="sm" mb="xs">
      Zurückgekommen: {run.returned.map(({ holder, cents, code }) => `${holder} (${euros(cents)}, ${returnCodeInWords(code)})`).join(', ')}
    </Text>
  );
}
