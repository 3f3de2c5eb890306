import { Button, Stack, Text, TextInput } from '@mantine/core';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { auditorLinkInput, linkDaysAtMost } from '#shared/money/auditors/contract.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { CopyButton } from '#web/ui/plain/CopyButton.tsx';
import { useLinkMutations } from './queries.ts';

/** Creates a link for the auditors, whose URL is shown only once. */
export function LinkForm({ club, year }: { club: ClubName; year: number }) {
  const { make } = useLinkMutations();
  const form = useShapeForm({ name: '', password: '', until: addDays(today(), 14) }, auditorLinkInput);
  if (make.data) return <Made address={make.data.address} password={form.values.password} />;
  const submit = form.onSubmit((values) =>
    make.mutate({ ...values, club, year }, { onError: (refusal: unknown) => applyProblem(form, refusal) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Für wen"
          description="Steht bei jedem Öffnen im Protokoll"
          required
          maxLength={80}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Passwort"
          description="Mindestens 10 Zeichen, nur für diesen Link"
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={200}
          {...form.getInputProps('password')}
        />
        <DayField
          label="Gilt bis"
          hasVisibleLabel
          isRequired
          min={today()}
          max={addDays(today(), linkDaysAtMost)}
          {...dayInput(form, 'until')}
        />
        <FormProblem error={make.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={make.isPending} style={{ alignSelf: 'flex-start' }}>
          Link erstellen
        </Button>
      </Stack>
    </form>
  );
}

function Made({ address, password }: { address: string; password: string }) {
  return (
    <Stack gap="sm">
      <Text size="sm">Der Link steht nur jetzt hier. Schicken Sie ihn, und sagen Sie das Passwort auf einem anderen Weg.</Text>
      <TextInput label="Link" readOnly value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
      <CopyButton text={address}>Link kopieren</CopyButton>
      <TextInput label="Passwort" readOnly value={password} onFocus={({ currentTarget }) => currentTarget.select()} />
    </Stack>
  );
}
