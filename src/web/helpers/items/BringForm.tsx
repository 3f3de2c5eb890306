import { NumberInput, Stack } from '@mantine/core';
import { pledgeInput, type ItemView, type HelperListView } from '#shared/helpers/helperListShapes.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { GuestFields, guestShape } from '../signUp/GuestFields.tsx';
import { HelpFoot } from '../signUp/HelpFoot.tsx';
import classes from '../signUp/shifts.module.css';
import { useHelperSignUp } from '../signUp/queries.ts';

type BringFormProps = { item: ItemView; list: HelperListView; onDone: (words: string) => void; onCancel: () => void };

/** Pledges to bring an item: signed-in users with one tap, guests with name and email. */
export const BringForm = inDesignSystem(Fields);

function Fields({ item, list, onDone, onCancel }: BringFormProps) {
  const { user } = useAuth();
  const { pledge } = useHelperSignUp();
  const form = useShapeForm({ quantity: 1, name: '', email: '', website: '' }, user ? pledgeInput : pledgeInput.extend(guestShape));
  const submit = form.onSubmit((values) =>
    pledge.mutate(
      { ...values, token: list.token, id: item.id },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: () => onDone(user ? 'Danke!' : 'Danke! Über den Link in der Mail können Sie die Zusage zurücknehmen.'),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <Stack gap="sm">
        <NumberInput
          label="Wie viele?"
          min={1}
          max={Math.max(1, item.needed - item.pledged)}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('quantity')}
        />
        {!user && <GuestFields form={form} />}
        <HelpFoot form={form} action="Ich bringe das mit" keptUntil="30 Tage danach" running={pledge} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
