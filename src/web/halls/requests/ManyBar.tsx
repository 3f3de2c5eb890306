import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ManyDecided } from '#shared/halls/bookingRequests.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useBookingMutations } from '../bookings/queries.ts';
import { decidedWords } from './decidedWords.ts';

type ManyBarProps = {
  /** One date of each chosen request: of a series all its dates are meant. */ ids: readonly string[];
  dates: number;
  onDone: () => void;
};

/** Decides all requests that are chosen, with one reason for all. */
export function ManyBar({ ids, dates, onDone }: ManyBarProps) {
  const { decideMany } = useBookingMutations();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const run = (action: 'approve' | 'reject') =>
    decideMany.mutate(
      { ids: [...ids], action, reason: reason.trim() },
      {
        onError: notifyProblem,
        onSuccess: ({ results }) => {
          notify(manyWords(action, results));
          onDone();
        },
      },
    );
  const reject = () => {
    if (reason.trim() === '') return setIsMissing(true);
    confirm({
      title: `${ids.length === 1 ? 'Eine Anfrage' : `${ids.length} Anfragen`} ablehnen?`,
      text: 'Die Vereine bekommen eine E-Mail mit Ihrer Begründung.',
      action: 'Ablehnen',
      onConfirm: () => run('reject'),
    });
  };
  return (
    <section aria-label="Ausgewählte entscheiden">
      <Text size="sm" mt="sm" component="output">
        {ids.length === 1 ? 'Eine Anfrage' : `${ids.length} Anfragen`} ausgewählt, {dates === 1 ? 'ein Termin' : `${dates} Termine`}
      </Text>
      <Group align="flex-start" gap="xs" mt="xs">
        <TextInput
          aria-label="Begründung für alle"
          placeholder="Begründung für alle"
          maxLength={300}
          value={reason}
          error={isMissing && reason.trim() === '' && 'Bitte einen Grund nennen.'}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button loading={decideMany.isPending} onClick={() => run('approve')}>
          Zusagen, was frei ist
        </Button>
        <Button variant="outline" color="red.9" loading={decideMany.isPending} onClick={reject}>
          Ausgewählte ablehnen
        </Button>
      </Group>
    </section>
  );
}

function manyWords(action: 'approve' | 'reject', results: ManyDecided['results']): string {
  const sum = (of: 'changed' | 'left') => results.reduce((total, one) => total + one[of], 0);
  const late = results.filter(({ code }) => code !== null).length;
  const words = decidedWords(action, sum('changed'), sum('left'));
  if (late === 0) return words;
  return `${words} ${late === 1 ? 'Eine Anfrage war' : `${late} Anfragen waren`} schon anders erledigt.`;
}
