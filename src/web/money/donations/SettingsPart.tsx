import { Alert, Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { donationSettingsInput, type Donations } from '#shared/money/donations/contract.ts';
import { noticeEnds } from '#shared/money/donations/receipt.ts';
import { noticeKindNames, noticeKinds } from '#shared/money/donations/words.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useDonationMutations } from './queries.ts';

type SettingsPartProps = { club: ClubName; settings: Donations['settings']; lacking: readonly string[] };

/** The basis of donation receipts: the club's identity, and the latest notice of the tax office. */
export function SettingsPart({ club, settings, lacking }: SettingsPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PagePart
      title="Angaben für Bestätigungen"
      lead={
        settings
          ? `Bescheid vom ${germanDate(settings.noticeOn)}, Finanzamt ${settings.taxOffice}: gilt für Bestätigungen bis ${germanDate(noticeEnds(settings))}.`
          : 'Einmal eintragen, was auf jeder Bestätigung steht. Es findet sich im letzten Bescheid des Finanzamts.'
      }
    >
      {settings && lacking.length > 0 && (
        <Alert color="waiting" mb="sm">
          {lacking.join(' ')} Bitte tragen Sie den neuen Bescheid ein.
        </Alert>
      )}
      {isOpen ? (
        <SettingsForm club={club} settings={settings} onDone={() => setIsOpen(false)} />
      ) : (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {settings ? 'Ändern' : 'Eintragen'}
        </Button>
      )}
    </PagePart>
  );
}

const kinds = noticeKinds.map((kind) => ({ value: kind, label: noticeKindNames[kind] }));

function SettingsForm({ club, settings, onDone }: Omit<SettingsPartProps, 'lacking'> & { onDone: () => void }) {
  const { saveSettings } = useDonationMutations();
  const { version = 0, ...known } = settings ?? {};
  const form = useShapeForm({ ...emptySettings, ...known }, donationSettingsInput);
  const save = form.onSubmit((values) =>
    saveSettings.mutate(
      { ...values, club, version },
      {
        onSuccess: () => {
          notify('Die Angaben sind gespeichert.');
          onDone();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm" maw={560}>
        <Textarea
          label="Aussteller"
          description="Name des Vereins und Anschrift, wie sie auf der Bestätigung stehen"
          required
          autosize
          minRows={3}
          maxLength={300}
          {...form.getInputProps('issuer')}
        />
        <TextInput label="Ort der Unterschrift" required maxLength={80} {...form.getInputProps('place')} />
        <TextInput label="Finanzamt" required maxLength={80} {...form.getInputProps('taxOffice')} />
        <TextInput label="Steuernummer" required maxLength={40} {...form.getInputProps('taxNumber')} />
        <NativeSelect label="Bescheid" data={kinds} {...form.getInputProps('noticeKind')} />
        <DayField label="Vom" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'noticeOn')} />
        {form.values.noticeKind === 'exemption' && (
          <TextInput
            label="Letzter Veranlagungszeitraum"
            placeholder="2022 bis 2024"
            required
            maxLength={40}
            {...form.getInputProps('assessedFor')}
          />
        )}
        <TextInput
          label="Gefördert wird"
          description="Wie im Satz „wegen Förderung …“"
          placeholder="des Sports"
          required
          maxLength={200}
          {...form.getInputProps('purposes')}
        />
        <DayField
          label="Maschinelle Bestätigungen angezeigt am"
          hasVisibleLabel
          max={today()}
          {...dayInput(form, 'announcedOn')}
          onChange={(day) => form.setFieldValue('announcedOn', day ?? null)}
        />
        <Text size="sm" c="dimmed">
          Nur wenn Sie es dem Finanzamt angezeigt haben: Dann gelten Bestätigungen über Geld ohne Unterschrift und können per Mail gehen.
        </Text>
        <FormProblem error={saveSettings.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={saveSettings.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

const emptySettings = {
  issuer: '',
  place: '',
  taxOffice: '',
  taxNumber: '',
  noticeKind: 'exemption' as const,
  noticeOn: '',
  assessedFor: '',
  purposes: 'des Sports',
  announcedOn: null,
};
