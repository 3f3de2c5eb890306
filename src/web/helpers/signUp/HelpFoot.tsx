import { Text } from '@mantine/core';
import { useAuth } from '#web/lib/session/session.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { HoneyPot } from '#web/ui/forms/honeyPot/HoneyPot.tsx';
import type { GuestForm } from './GuestFields.tsx';

type HelpFootProps = {
  form: GuestForm<'website'> & { values: object };
  /** The label of the submit button. */ action: string;
  /** How long a guest's data are kept: "30 Tage danach". */ keptUntil: string;
  running: { isPending: boolean; error: unknown };
  onCancel: () => void;
};

/** The end of a helper's form: privacy note for guests, errors, submit and cancel. */
export function HelpFoot({ form, action, keptUntil, running, onCancel }: HelpFootProps) {
  const { user } = useAuth();
  return (
    <>
      <HoneyPot form={form} />
      {!user && (
        <Text size="sm" c="dimmed">
          Ihre Angaben sieht nur der Vorstand; {keptUntil} werden sie gelöscht.
        </Text>
      )}
      <FormProblem error={running.error} fields={Object.keys(form.values)} />
      <FormButtons action={action} isBusy={running.isPending} onCancel={onCancel} />
    </>
  );
}
