import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { signUpInput, type HelperListView, type ShiftView } from '#shared/helpers/helperListShapes.ts';
import type { AssignmentState } from '#shared/helpers/helperListWords.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { ownPeopleQuery } from '#web/people/parts/ownPeopleQuery.ts';
import { GuestFields, guestShape } from './GuestFields.tsx';
import classes from './shifts.module.css';
import { HelpFoot } from './HelpFoot.tsx';
import { useHelperSignUp } from './queries.ts';

type TakeShiftFormProps = {
  shift: ShiftView;
  list: HelperListView;
  /** The assignment that is taken over. */ relieves: string | undefined;
  onDone: (words: string) => void;
  onCancel: () => void;
};

const outcomes: { readonly [state in AssignmentState]?: string } = {
  confirmed: 'Danke! Sie sind eingetragen.',
  standby: 'Sie stehen auf der Ersatzliste und bekommen eine Mail, sobald ein Platz frei wird.',
  unverified: 'Fast geschafft: Bitte bestätigen Sie über den Link in der Mail. Wir halten den Platz 30 Minuten frei.',
};

const pendingStandby = 'Fast geschafft: Bitte bestätigen Sie über den Link in der Mail, dass Sie auf die Ersatzliste wollen.';

/** An empty value means the viewer. */
const shape = signUpInput.omit({ relieves: true }).extend({ personId: z.union([z.literal(''), id]) });

/** Takes a shift: signed-in users for themselves or a child, guests by name and email. */
export const TakeShiftForm = inDesignSystem(Fields);

function Fields({ shift, list, relieves, onDone, onCancel }: TakeShiftFormProps) {
  const { user } = useAuth();
  const { signUp } = useHelperSignUp();
  const { data: people = [] } = useQuery({ ...ownPeopleQuery(), enabled: user !== null });
  const here = people.filter(({ club }) => club === list.club);
  const form = useShapeForm(
    { personId: '', name: '', email: '', phone: '', comment: '', isOldEnough: false, website: '' },
    user ? shape : shape.extend(guestShape),
  );
  const isFull = shift.filled >= shift.needed;
  const submit = form.onSubmit(({ personId, ...values }) =>
    signUp.mutate(
      { ...values, token: list.token, id: shift.id, personId: personId || null, relieves: relieves ?? null },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: ({ state, warning }) =>
          onDone([isFull && state === 'unverified' ? pendingStandby : outcomes[state], warning].filter(Boolean).join(' ')),
      },
    ),
  );
  const action = relieves ? 'Ablösen' : isFull ? 'Auf die Ersatzliste' : 'Dienst übernehmen';
  const asksAge = shift.ageMin !== null && here.length === 0;
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <Stack gap="sm">
        {user && here.length > 1 && (
          <NativeSelect
            label="Wer hilft?"
            data={[
              { value: '', label: `${fullName(user)} (ich)` },
              ...here.filter(({ relation }) => relation !== 'self').map((one) => ({ value: one.id, label: fullName(one) })),
            ]}
            {...form.getInputProps('personId')}
          />
        )}
        {!user && (
          <>
            <GuestFields form={form} />
            <TextInput label="Telefon (freiwillig)" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
          </>
        )}
        <TextInput label="Bemerkung (freiwillig)" {...form.getInputProps('comment')} />
        {asksAge && (
          <Checkbox
            label={`Ich bin am Tag des Dienstes mindestens ${shift.ageMin} Jahre alt.`}
            {...form.getInputProps('isOldEnough', { type: 'checkbox' })}
          />
        )}
        <HelpFoot form={form} action={action} keptUntil="30 Tage nach dem Dienst" running={signUp} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
