import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Application } from '#shared/people/membershipApplications.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { AcceptForm } from './AcceptForm.tsx';
import { DeclineForm } from './DeclineForm.tsx';
import { useDecisions } from './requestQueries.ts';

const consentNames: { readonly [purpose: string]: string } = {
  terms: 'Satzung und Beitragsordnung',
  privacy_notice: 'Datenschutz',
  photo_web: 'Fotos im Internet',
  newsletter: 'Newsletter',
};

/** One application with the board's decision. */
export function ApplicationCard({ application: of }: { application: Application }) {
  const [step, setStep] = useState<'read' | 'accept' | 'decline'>('read');
  const { declineApplication } = useDecisions();
  const name = fullName(of);
  return (
    <Card withBorder component="article" aria-label={`Antrag von ${name}`}>
      <Stack gap="xs">
        <Text fw={600}>{name}</Text>
        {of.isKnown && <Text size="sm">Dem Verein schon bekannt; die Mitgliedschaft kommt zu dieser Person.</Text>}
        <Facts
          facts={[
            ['Eingegangen', formatDateTime(of.createdAt)],
            ['Geburtsdatum', germanDate(of.birthDate)],
            ['Antrag von', of.isForChild && of.applicantName],
            ['Zusammen mit', of.together.join(', ')],
            ['E-Mail', of.applicantEmail],
            ['Telefon', [of.phone, of.mobile].filter(Boolean).join(', ')],
            ['Anschrift', `${of.street} ${of.houseNo}, ${of.postcode} ${of.city}`],
            ['Art', memberKindName(of.kind)],
            ['Abteilungen', of.departments.join(', ')],
            ['Gewünscht ab', germanDate(of.joinsOn)],
            ['Lastschrift', of.account && `${of.account}, ${of.accountHolder}`],
            ['Einwilligungen', of.consents.map((one) => consentNames[one] ?? one).join(', ')],
            ['Bemerkung', of.note],
          ]}
        />
        {step === 'read' && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setStep('decline')}>
              Ablehnen …
            </Button>
            <Button onClick={() => setStep('accept')}>Annehmen …</Button>
          </Group>
        )}
        {step === 'accept' && <AcceptForm application={of} onCancel={() => setStep('read')} />}
        {step === 'decline' && (
          <DeclineForm
            isBusy={declineApplication.isPending}
            error={declineApplication.error}
            onCancel={() => setStep('read')}
            onDecline={(reason, onError) =>
              declineApplication.mutate(
                { id: of.id, version: of.version, reason },
                { onSuccess: () => notify(`Der Antrag von ${name} ist abgelehnt.`), onError },
              )
            }
          />
        )}
      </Stack>
    </Card>
  );
}
