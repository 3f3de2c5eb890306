import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { accessBasisNames, accessRelationNames } from '#shared/people/accessWords.ts';
import { linkInput } from '#shared/people/memberLinks.ts';
import { formatDate } from '#web/lib/format.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { basisChoices, ConfirmAccess } from './ConfirmAccess.tsx';
import { FamilyList } from './FamilyList.tsx';
import { familyQuery, sharedAccessQuery, useInvitationMutations, useLinkMutations } from './linkQueries.ts';
import { OpenInvitations } from './OpenInvitations.tsx';
import classes from '../members/members.module.css';

const stateWords = { verified: '', claimed: ' – nicht bestätigt', suspended: ' – gesperrt' } as const;

/** The accounts that may act for a member: the board links them by email and ends links. */
export function FamilyPart({ id }: { id: string }) {
  const { data } = useQuery(familyQuery(id));
  const personId = data?.personId;
  const { link, unlink } = useLinkMutations();
  const { data: shared } = useQuery({ ...sharedAccessQuery(personId ?? ''), enabled: personId !== undefined });
  const { invite } = useInvitationMutations();
  const form = useShapeForm<z.input<typeof linkInput>>({ email: '', relation: 'guardian', basis: 'board' }, linkInput);
  const submit = form.onSubmit((values) =>
    link.mutate(
      { id, ...values },
      {
        onSuccess: () => {
          form.reset();
          notify('Das Konto ist verknüpft.');
        },
        onError: (error) => applyProblem(form, error, { 'already-registered': 'email' }),
      },
    ),
  );
  const send = form.onSubmit(({ email, relation }) => {
    if (personId)
      invite.mutate(
        { id: personId, email, relation },
        {
          onSuccess: () => {
            form.reset();
            notify(`Die Einladung an ${email} ist unterwegs.`);
          },
          onError: (error) => applyProblem(form, error),
        },
      );
  });
  return (
    <Stack gap="sm">
      <FamilyList id={id} />
      {data?.accounts.length === 0 && <Text size="sm">Noch kein Konto darf für dieses Mitglied handeln.</Text>}
      <ul className={classes['slices']} aria-label="Verknüpfte Konten">
        {data?.accounts.map(({ userId, name, email, relation, state, basis, verifiedAt }) => (
          <li key={userId}>
            <Group justify="space-between">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name} ({email}), {accessRelationNames[relation]}
                {stateWords[state]}
                {verifiedAt && ` – ${accessBasisNames[basis]}, ${formatDate(verifiedAt)}`}
              </Text>
              {state !== 'verified' && personId && (
                <ConfirmAccess of={{ id: personId, userId }} name={name} action="Bestätigen" told="Der Zugang ist bestätigt." />
              )}
              <CloseButton
                aria-label={`Verknüpfung mit ${name} beenden`}
                onClick={() =>
                  confirm({
                    title: 'Verknüpfung beenden?',
                    text: `${name} sieht dieses Mitglied dann nicht mehr und kann es nicht mehr anmelden.`,
                    action: 'Beenden',
                    onConfirm: () =>
                      unlink.mutate({ id, userId }, { onSuccess: () => notify('Die Verknüpfung ist beendet.'), onError: notifyProblem }),
                  })
                }
              />
            </Group>
          </li>
        ))}
      </ul>
      <OpenInvitations invitations={shared?.invitations ?? []} />
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="xs">
          <TextInput label="E-Mail des Kontos" type="email" autoComplete="off" flex={1} {...form.getInputProps('email')} />
          <NativeSelect
            label="Als"
            data={[
              { value: 'guardian', label: 'Elternteil' },
              { value: 'self', label: 'Eigenes Konto' },
            ]}
            {...form.getInputProps('relation')}
          />
          <NativeSelect label="Nachweis" data={basisChoices} {...form.getInputProps('basis')} />
        </Group>
        <Text size="sm" c="dimmed">
          Sehen Sie Urkunden nur ein und geben Sie sie zurück: Eine Kopie hebt das Portal nicht auf.
        </Text>
        <FormProblem
          error={link.error ?? invite.error}
          fields={['email', 'relation', 'validUntil', 'basis']}
          atField={['already-registered']}
        />
        <Group gap="xs" mt="xs">
          <Button type="submit" variant="default" disabled={!form.values.email.trim()} loading={link.isPending}>
            Konto verknüpfen
          </Button>
          <Button variant="default" disabled={!form.values.email.trim() || !personId} loading={invite.isPending} onClick={() => send()}>
            Einladen
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
