import { Button, Group, NativeSelect, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { adapterOf, reportAdapters } from '#shared/people/report/reportAdapters.ts';
import { reportProfileInput, type ReportProfile } from '#shared/people/report/reportSnapshots.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useReportMutations } from './queries.ts';

const adapters = reportAdapters.map(({ name, displayName }) => ({ value: name, label: displayName }));

/** Data on the club itself that the association asks for. */
export function ProfilePart({ profile, club }: { profile: ReportProfile; club: ClubName }) {
  const { saveProfile } = useReportMutations(club);
  const { version: _version, ...stored } = profile;
  const { form, version, clash } = useRowForm(profile, stored, reportProfileInput);
  const save = (values: typeof stored) =>
    saveProfile.mutate(
      { ...values, version },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: () => {
          form.resetDirty();
          notify('Die Angaben zur Meldung sind gespeichert.');
        },
      },
    );
  return (
    <PagePart title="Angaben des Vereins">
      <form onSubmit={form.onSubmit(save, focusFault(form))} noValidate>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <NativeSelect label="Landessportbund" data={adapters} {...form.getInputProps('adapter')} />
            <TextInput
              label="Vereinsnummer beim Landessportbund"
              description="Führende Nullen zählen."
              inputMode="numeric"
              maxLength={10}
              {...form.getInputProps('clubNumber')}
            />
            <TextInput label="Ansprechperson für die Meldung" maxLength={120} {...form.getInputProps('contactPerson')} />
            <TextInput
              label="Softwareschlüssel"
              description="Falls der Landessportbund einen vergeben hat."
              maxLength={60}
              {...form.getInputProps('softwareKey')}
            />
          </SimpleGrid>
          <TagsInput
            label="Fachverbände, in denen der Verein Mitglied ist"
            description="Nummern. Leer: Keine Nummer wird bezweifelt."
            placeholder="Eingeben, dann Eingabetaste"
            acceptValueOnBlur
            {...form.getInputProps('isMemberOf')}
          />
          <Text size="sm" c="dimmed">
            Format nach DOSB, vom {adapterOf(form.values.adapter).displayName} nicht bestätigt.
          </Text>
          <FormProblem error={saveProfile.error} fields={Object.keys(form.values)} clash={clash} />
          <Group>
            <Button type="submit" variant="default" loading={saveProfile.isPending}>
              Angaben speichern
            </Button>
          </Group>
        </Stack>
      </form>
    </PagePart>
  );
}
