import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useBookingMutations } from '../bookings/queries.ts';
import { manyWords } from './decidedWords.ts';
import type { HallRequest } from './requests.ts';

type ManyBarProps = { chosen: readonly HallRequest[]; onClear: () => void };

/** Decides all requests that are ticked, with one reason for all; of a series all its dates are meant. */
export function ManyBar({ chosen, onClear }: ManyBarProps) {
  const { decideMany } = useBookingMutations();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const run = (action: 'approve' | 'reject') =>
    decideMany.mutate(
      { ids: chosen.map(({ first }) => first.id), action, reason: reason.trim() },
      {
        onError: notifyProblem,
        onSuccess: ({ results }) => {
          notify(manyWords(action, results));
          onClear();
        },
      },
    );
  const reject = () => {
    if (reason.trim() === '') return setIsMissing(true);
    confirm({
      title: `${chosen.length === 1 ? 'Eine Anfrage' : `${chosen.length} Anfragen`} ablehnen?`,
      text: 'Die Vereine bekommen eine E-Mail mit Ihrer Begründung.',
      action: 'Ablehnen',
      onConfirm: () => run('reject'),
    });
  };
  return (
    <SelectionBar count={chosen.length} onClear={onClear}>
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
      <Button variant="outline" color="red" loading={decideMany.isPending} onClick={reject}>
        Ablehnen
      </Button>
    </SelectionBar>
  );
}
