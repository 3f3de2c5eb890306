import { Text } from '@mantine/core';
import { useAuth } from '#web/lib/session/session.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { HoneyPot } from '#web/ui/forms/HoneyPot.tsx';
import type { GuestForm } from './GuestFields.tsx';

type HelpFootProps = {
  form: GuestForm<'website'> & { values: object };
  /** The action of the button. */ action: string;
  /** After which day a guest is forgotten: "30 Tage danach". */ keptUntil: string;
  running: { isPending: boolean; error: unknown };
  onCancel: () => void;
};

/** The end of a form of somebody who helps: what happens to a guest's words, what was refused, and the way on or out. */
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
