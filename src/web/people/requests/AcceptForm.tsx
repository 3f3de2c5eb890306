import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { acceptInput, type Application } from '#shared/people/membershipApplications.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { AccessChoiceField } from '../persons/AccessChoiceField.tsx';
import { nextNumberQuery } from '../members/queries.ts';
import { useDecisions } from './requestQueries.ts';

type AcceptFormProps = { application: Application; onCancel: () => void };

/** Accepts an applicant. The number is proposed once; without a proposal it is typed. */
export function AcceptForm(props: AcceptFormProps) {
  const { data, isFetchedAfterMount } = useQuery(nextNumberQuery(props.application.club));
  return isFetchedAfterMount ? <NumberedForm memberNo={data?.memberNo ?? ''} {...props} /> : <Pending />;
}

function NumberedForm({ application: of, memberNo, onCancel }: AcceptFormProps & { memberNo: string }) {
  const { acceptApplication } = useDecisions();
  const form = useShapeForm(
    { memberNo, joinedOn: of.joinsOn, allowed: of.access.proposed, invitesApplicant: !of.hasAccount && !of.isKnown },
    acceptInput,
  );
  // The pressed button is gone: the focus moves to the first field, from which Enter submits.
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = form.onSubmit((values) =>
    acceptApplication.mutate(
      { id: of.id, version: of.version, ...values },
      {
        onSuccess: () => notify(`${fullName(of)} ist aufgenommen (Nr. ${values.memberNo}).`),
        onError: (error) => applyProblem(form, error, { 'member-number-taken': 'memberNo' }),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput ref={first} label="Mitgliedsnummer" required autoComplete="off" {...form.getInputProps('memberNo')} />
          <DayField label="Eintritt" hasVisibleLabel isRequired {...dayInput(form, 'joinedOn')} />
        </SimpleGrid>
        <AccessChoiceField
          access={of.access}
          name={fullName(of)}
          value={form.values.allowed}
          onChange={(allowed) => form.setFieldValue('allowed', allowed)}
        />
        {!of.hasAccount && (
          <Checkbox
            label={`${of.applicantEmail} zu einem Konto einladen, das für ${fullName(of)} handelt`}
            description={of.isKnown ? 'Nur, wenn Sie sicher sind, wer das ist: Die Person ist dem Verein schon bekannt.' : undefined}
            {...form.getInputProps('invitesApplicant', { type: 'checkbox' })}
          />
        )}
        <FormProblem error={acceptApplication.error} fields={Object.keys(form.values)} atField={['member-number-taken']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Zurück
          </Button>
          <Button type="submit" disabled={!form.values.memberNo || !form.values.joinedOn} loading={acceptApplication.isPending}>
            Aufnehmen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
