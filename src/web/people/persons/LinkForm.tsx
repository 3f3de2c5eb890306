import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { z } from 'zod';
import { accessRelationNames } from '#shared/people/accessWords.ts';
import type { SharedAccess } from '#shared/people/invitations.ts';
import { linkInput } from '#shared/people/memberLinks.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { basisChoices } from './ConfirmAccess.tsx';
import { useInvitationMutations, useLinkMutations } from './linkQueries.ts';

type LinkFormProps = {
  memberId: string;
  personId: string;
  /** The address to begin with; empty if none is known. */ email: string;
  /** What the age of the member allows. */ relations: SharedAccess['relations'];
};

/** Links an account to a member by its address, or invites the owner of an address. A parent proves the custody. */
export function LinkForm({ memberId, personId, email: first, relations }: LinkFormProps) {
  const { link } = useLinkMutations();
  const { invite } = useInvitationMutations();
  const [relation = 'guardian'] = relations;
  const form = useShapeForm<z.input<typeof linkInput>>({ email: first, relation, basis: 'board' }, linkInput);
  const submit = form.onSubmit((values) =>
    link.mutate(
      { id: memberId, ...values, ...(values.relation === 'self' && { basis: 'board' }) },
      {
        onSuccess: () => {
          form.setFieldValue('email', '');
          notify('Das Konto ist verknüpft.');
        },
        onError: (error) => applyProblem(form, error, { 'already-registered': 'email' }),
      },
    ),
  );
  const send = form.onSubmit(({ email, relation: as }) =>
    invite.mutate(
      { id: personId, email, relation: as },
      {
        onSuccess: () => {
          form.setFieldValue('email', '');
          notify(`Die Einladung an ${email} ist unterwegs.`);
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="xs">
        <TextInput label="E-Mail des Kontos" type="email" autoComplete="off" flex={1} {...form.getInputProps('email')} />
        {relations.length > 1 && (
          <NativeSelect
            label="Als"
            data={relations.map((value) => ({ value, label: accessRelationNames[value] }))}
            {...form.getInputProps('relation')}
          />
        )}
        {form.values.relation !== 'self' && <NativeSelect label="Nachweis" data={basisChoices} {...form.getInputProps('basis')} />}
      </Group>
      {form.values.relation !== 'self' && (
        <Text size="sm" c="dimmed">
          Sehen Sie Urkunden nur ein und geben Sie sie zurück: Eine Kopie hebt das Portal nicht auf.
        </Text>
      )}
      <FormProblem
        error={link.error ?? invite.error}
        fields={['email', 'relation', 'validUntil', 'basis']}
        atField={['already-registered']}
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" variant="default" loading={link.isPending}>
          Konto verknüpfen
        </Button>
        <Button variant="default" loading={invite.isPending} onClick={() => send()}>
          Einladen
        </Button>
      </Group>
    </form>
  );
}
