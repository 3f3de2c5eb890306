import { Button, Stack, Text } from '@mantine/core';
import type { ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { z } from 'zod';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useClubAccountMutations } from './queries.ts';

const shape = z.strictObject({ endedOn: localDate });

type EndFormProps = { account: Pick<ClubAccount, 'id' | 'name' | 'version'>; onDone: () => void };

/** Closes a bank account on a day; its history remains. */
export function EndForm({ account: { id, name, version }, onDone }: EndFormProps) {
  const { setEnded } = useClubAccountMutations();
  const form = useShapeForm({ endedOn: today() }, shape);
  const submit = form.onSubmit(({ endedOn }) =>
    setEnded.mutate(
      { id, version, endedOn },
      {
        onSuccess: () => (notify(`„${name}“ ist beendet zum ${germanDate(endedOn)}.`), onDone()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">Danach wird auf diesem Konto nichts mehr gebucht. Auszüge und Buchungen bis dahin bleiben, wie sie sind.</Text>
        <DayField label="Letzter Tag" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'endedOn')} />
        <FormProblem error={setEnded.error} fields={['endedOn']} />
        <Button type="submit" loading={setEnded.isPending} style={{ alignSelf: 'flex-start' }}>
          Konto beenden
        </Button>
      </Stack>
    </form>
  );
}
