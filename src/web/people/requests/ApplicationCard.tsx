import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Application } from '#shared/people/membershipApplications.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { DeclineForm } from './DeclineForm.tsx';
import { nextNumberQuery } from '../members/queries.ts';
import { useDecisions } from './requestQueries.ts';

const consentNames: { readonly [purpose: string]: string } = {
  terms: 'Satzung und Beitragsordnung',
  privacy_notice: 'Datenschutz',
  photo_web: 'Fotos im Internet',
  newsletter: 'Newsletter',
};

/** One application, and the board's answer. */
export function ApplicationCard({ application: of }: { application: Application }) {
  const [step, setStep] = useState<'read' | 'accept' | 'decline'>('read');
  const { declineApplication } = useDecisions();
  const name = `${of.firstname} ${of.lastname}`;
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
            onDecline={(reason) =>
              declineApplication.mutate(
                { id: of.id, version: of.version, reason },
                { onSuccess: () => notify(`Der Antrag von ${name} ist abgelehnt.`) },
              )
            }
          />
        )}
      </Stack>
    </Card>
  );
}

function AcceptForm({ application: of, onCancel }: { application: Application; onCancel: () => void }) {
  const { acceptApplication } = useDecisions();
  const { data } = useQuery(nextNumberQuery(of.club));
  const [typed, setTyped] = useState<string>();
  const [joinedOn, setJoinedOn] = useState(of.joinsOn);
  const memberNo = typed ?? data?.memberNo ?? '';
  const save = () =>
    acceptApplication.mutate(
      { id: of.id, version: of.version, memberNo, joinedOn },
      { onSuccess: () => notify(`${of.firstname} ${of.lastname} ist aufgenommen (Nr. ${memberNo}).`) },
    );
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Mitgliedsnummer" required value={memberNo} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
        <DayField label="Eintritt" hasVisibleLabel isRequired value={joinedOn || undefined} onChange={(day) => setJoinedOn(day ?? '')} />
      </SimpleGrid>
      <FormProblem error={acceptApplication.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Zurück
        </Button>
        <Button disabled={!memberNo || !joinedOn} loading={acceptApplication.isPending} onClick={save}>
          Aufnehmen
        </Button>
      </Group>
    </>
  );
}
