import { Button, Group, TextInput } from '@mantine/core';
import { z } from 'zod';
import { line } from '#shared/kernel/fields.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useBookingMutations } from '../bookings/queries.ts';
import { manyWords } from './decidedWords.ts';
import type { HallRequest } from './requests.ts';

const shape = z.object({ reason: line(300).min(1, 'Bitte einen Grund nennen.') });

type ManyBarProps = { chosen: readonly HallRequest[]; onClear: () => void };

/** Decides all selected requests with a common reason; for a series all its dates. */
export function ManyBar({ chosen, onClear }: ManyBarProps) {
  const { decideMany } = useBookingMutations();
  const form = useShapeForm({ reason: '' }, shape);
  const run = (action: 'approve' | 'reject') =>
    decideMany.mutate(
      { ids: chosen.map(({ first }) => first.id), action, reason: form.values.reason.trim() },
      {
        onError: (error) => (applyProblem(form, error), notifyProblem(error)),
        onSuccess: ({ results }) => {
          notify(manyWords(action, results));
          onClear();
        },
      },
    );
  const reject = form.onSubmit(() =>
    confirm({
      title: `${chosen.length === 1 ? 'Eine Anfrage' : `${chosen.length} Anfragen`} ablehnen?`,
      text: 'Die Vereine bekommen eine E-Mail mit Ihrer Begründung.',
      action: 'Ablehnen',
      onConfirm: () => run('reject'),
    }),
  );
  return (
    <SelectionBar count={chosen.length} onClear={onClear}>
      <form onSubmit={reject} noValidate>
        <Group gap="xs">
          <TextInput aria-label="Begründung für alle" placeholder="Begründung für alle" maxLength={300} {...form.getInputProps('reason')} />
          <Button loading={decideMany.isPending} onClick={() => run('approve')}>
            Zusagen, was frei ist
          </Button>
          <Button type="submit" variant="outline" color="danger" loading={decideMany.isPending}>
            Ablehnen
          </Button>
        </Group>
      </form>
    </SelectionBar>
  );
}
