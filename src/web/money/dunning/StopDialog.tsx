import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { dunningStopInput } from '#shared/money/dunning/contract.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useDunningMutations } from './queries.ts';

type Stopped = { payerId: string; name: string; stop: { reason: string; until: string | null } | null };

/** Opens the dunning stop of a payer. */
export function StopButton(payer: Stopped) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {payer.stop ? 'Mahnsperre ändern' : 'Mahnsperre setzen'}
      </Button>
      <StopDialog payer={isOpen ? payer : undefined} onClose={() => setOpen(false)} />
    </>
  );
}

/** Suspends dunning for a payer, until a day or until it is lifted. */
export function StopDialog({ payer, onClose }: { payer: Stopped | undefined; onClose: () => void }) {
  return (
    <Modal opened={payer !== undefined} onClose={onClose} title={payer && `Mahnsperre: ${payer.name}`} centered>
      {payer && <StopForm payer={payer} onClose={onClose} />}
    </Modal>
  );
}

const reasonShape = dunningStopInput.pick({ reason: true }).strip();

function StopForm({ payer: { payerId, stop }, onClose }: { payer: Stopped; onClose: () => void }) {
  const { stop: save, liftStop } = useDunningMutations();
  const [until, setUntil] = useState<string | null>(stop?.until ?? null);
  const form = useShapeForm({ reason: stop?.reason ?? '' }, reasonShape);
  const submit = form.onSubmit(({ reason }) =>
    save.mutate(
      { payerId, reason, until },
      {
        onSuccess: () => (notify(until ? `Mahnsperre bis ${germanDate(until)}.` : 'Die Mahnsperre ist gesetzt.'), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  const lift = () =>
    liftStop.mutate(payerId, {
      onSuccess: () => (notify('Die Mahnsperre ist aufgehoben.'), onClose()),
      onError: notifyProblem,
    });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">So lange wird nicht erinnert und nicht gemahnt. Die Forderungen bleiben offen.</Text>
        <TextInput label="Grund" required maxLength={200} {...form.getInputProps('reason')} />
        <DayField
          label="Bis einschließlich (leer: bis Sie sie aufheben)"
          hasVisibleLabel
          value={until ?? ''}
          min={today()}
          onChange={(day) => setUntil(day || null)}
        />
        <FormProblem error={save.error} fields={['reason']} />
        <Group justify="flex-end" gap="xs">
          {stop && (
            <Button variant="default" loading={liftStop.isPending} onClick={lift}>
              Mahnsperre aufheben
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            Speichern
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
