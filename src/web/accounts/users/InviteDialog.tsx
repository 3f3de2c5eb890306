import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { inviteInput } from '#shared/accounts/users.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { clubOptions } from './clubOptions.ts';
import { useUserMutations } from './queries.ts';
import { givableRoles } from './rights.ts';

type InviteDialogProps = { viewer: User; isOpen: boolean; onClose: () => void };

/** Invites a user: creates the account and sends a link to set a password. */
export function InviteDialog({ viewer, isOpen, onClose }: InviteDialogProps) {
  const isWide = useWide();
  return (
    <Modal opened={isOpen} onClose={onClose} title="Benutzer einladen" centered fullScreen={!isWide}>
      <InviteForm viewer={viewer} onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ viewer, onClose }: Omit<InviteDialogProps, 'isOpen'>) {
  const { invite } = useUserMutations();
  const choosesClub = Boolean(may({ role: viewer.role.name }, 'users.create', 'other'));
  const form = useShapeForm({ firstname: '', lastname: '', email: '', role: 'reader' as const, club: viewer.club.name }, inviteInput);

  const submit = form.onSubmit((values) =>
    invite.mutate(values, {
      onSuccess: (user) => {
        notify(`${user.fullName} ist eingeladen. Die Mail geht an ${user.email}.`);
        onClose();
      },
      onError: (error) => applyProblem(form, error, { 'email-already-in-use': 'email' }),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Die Person erhält eine Mail mit einem Link und legt damit ihr Passwort selbst fest.
        </Text>
        <TextInput label="Vorname" required data-autofocus autoComplete="off" {...form.getInputProps('firstname')} />
        <TextInput label="Nachname" required autoComplete="off" {...form.getInputProps('lastname')} />
        <TextInput label="E-Mail" type="email" inputMode="email" required autoComplete="off" {...form.getInputProps('email')} />
        <Select label="Rolle" data={givableRoles(viewer)} allowDeselect={false} required {...form.getInputProps('role')} />
        {choosesClub && <Select label="Verein" data={clubOptions} allowDeselect={false} required {...form.getInputProps('club')} />}
        <FormProblem error={invite.error} fields={Object.keys(form.values)} atField={['email-already-in-use']} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Einladen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
