import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { PayoutItem, PayoutRun } from '#shared/money/payouts/contract.ts';
import { mayMovePayouts, nameAnswerNames, payoutRunStateNames } from '#shared/money/payouts/words.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../mandates/mandates.module.css';
import { NameAnswerDialog } from './NameAnswerDialog.tsx';
import { ExecuteDialog, FailDialog } from './PayoutDialogs.tsx';
import { payoutRunsQuery, usePayoutMutations } from './queries.ts';

/** Past payout files and their state. */
export function PayoutRuns() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(payoutRunsQuery());
  const runs = data?.pages.flatMap(({ rows }) => rows);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (runs?.length === 0) return <EmptyState icon="building-bank" title="Noch keine Sammelüberweisung." />;
  return (
    <Stack gap="sm">
      {runs?.map((run) => (
        <RunCard key={run.id} run={run} />
      ))}
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </Stack>
  );
}

const tones = { draft: 'waiting', downloaded: 'waiting', executed: 'good', discarded: 'quiet' } as const;

function RunCard({ run }: { run: PayoutRun }) {
  const [isExecuting, setExecuting] = useState(false);
  const [failed, setFailed] = useState<PayoutItem>();
  const [answered, setAnswered] = useState<PayoutItem>();
  return (
    <PagePart title={`${run.transfers === 1 ? '1 Überweisung' : `${run.transfers} Überweisungen`}, ${euros(run.totalCents)}`}>
      <Group gap="xs" mb="xs">
        <StateMark tone={tones[run.state]}>{payoutRunStateNames[run.state]}</StateMark>
        <span className={classes['quiet']}>
          {[
            run.executedOn ? `am ${germanDate(run.executedOn)}` : `Ausführung am ${germanDate(run.executionOn)}`,
            `von ${run.debtorAccount}`,
            run.messageId,
            `${formatDateTime(run.createdAt)}, ${run.createdBy}`,
          ].join(' · ')}
        </span>
      </Group>
      <Stack gap="xs">
        <Items run={run} onFail={setFailed} onAnswer={setAnswered} />
        <RunButtons run={run} onExecute={() => setExecuting(true)} />
      </Stack>
      <ExecuteDialog run={isExecuting ? run : undefined} onClose={() => setExecuting(false)} />
      <FailDialog run={run} item={failed} onClose={() => setFailed(undefined)} />
      <NameAnswerDialog run={run} item={answered} onClose={() => setAnswered(undefined)} />
    </PagePart>
  );
}

function RunButtons({ run, onExecute }: { run: PayoutRun; onExecute: () => void }) {
  const { file, discard } = usePayoutMutations();
  const discardRun = () =>
    confirm({
      title: 'Sammelüberweisung verwerfen?',
      text:
        run.state === 'downloaded'
          ? 'Die Datei wurde schon heruntergeladen. Bitte nur verwerfen, wenn sie nicht bei der Bank ist: Sonst wird doppelt gezahlt.'
          : 'Alles daraus lässt sich danach wieder auszahlen.',
      action: 'Verwerfen',
      onConfirm: () =>
        discard.mutate(
          { id: run.id, version: run.version },
          { onSuccess: () => notify('Die Sammelüberweisung ist verworfen.'), onError: notifyProblem },
        ),
    });
  const download = () => file.mutate(run.id, { onSuccess: (made: File) => saveFile(made), onError: notifyProblem });
  if (run.state === 'discarded') return null;
  if (run.needsOther && run.state !== 'executed')
    return <Text size="sm">Wer die Sammelüberweisung angelegt hat, reicht sie nicht selbst ein. Das tut eine zweite Person.</Text>;
  return (
    <Stack gap="xs">
      {run.state !== 'executed' && (
        <Text size="sm">
          Die Bank prüft, ob Name und IBAN zusammengehören. Bei mehreren Überweisungen in einer Datei kann der Verein darauf verzichten,
          eine einzelne wird immer geprüft. Was die Bank antwortet, vermerken Sie unter „Was darin steht“.
        </Text>
      )}
      <Group gap="xs">
        <Button variant={run.state === 'draft' ? 'filled' : 'default'} loading={file.isPending} onClick={download}>
          Datei für die Bank
        </Button>
        {mayMovePayouts(run.state, 'executed') && <Button onClick={onExecute}>Ausgeführt …</Button>}
        {mayMovePayouts(run.state, 'discarded') && (
          <Button variant="default" loading={discard.isPending} onClick={discardRun}>
            Verwerfen
          </Button>
        )}
      </Group>
    </Stack>
  );
}

type ItemsProps = { run: PayoutRun; onFail: (item: PayoutItem) => void; onAnswer: (item: PayoutItem) => void };

function Items({ run, onFail, onAnswer }: ItemsProps) {
  return (
    <details>
      <summary>Was darin steht</summary>
      <Stack gap="xs" mt="xs">
        {run.items.map((item) => (
          <Group key={item.id} justify="space-between">
            <div className={classes['row']}>
              <span>
                {item.name}: {euros(item.cents)}
              </span>
              <span className={classes['quiet']}>{aboutItem(item)}</span>
            </div>
            {item.failedReason === '' && run.state !== 'draft' && (
              <Group gap="xs">
                {run.state === 'downloaded' && (
                  <Button
                    variant="default"
                    size="compact-md"
                    aria-label={`Antwort der Bank: ${item.name}, ${item.label}`}
                    onClick={() => onAnswer(item)}
                  >
                    Antwort der Bank …
                  </Button>
                )}
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={`Kam zurück: ${item.name}, ${item.label}`}
                  onClick={() => onFail(item)}
                >
                  Kam zurück
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
    </details>
  );
}

function aboutItem({ label, holder, account, nameAnswer, failedReason }: PayoutItem): string {
  const answer = nameAnswer && nameAnswer !== 'mismatch' && `Name laut Bank: ${nameAnswerNames[nameAnswer]}`;
  return [label, holder, account, answer, failedReason && `nicht gezahlt: ${failedReason}`].filter(Boolean).join(' · ');
}
