import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { declarationInput } from '#shared/courses/declarations.ts';
import { today } from '#web/lib/berlinDay.ts';
import { authState } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { ContractFields } from './ContractFields.tsx';
import classes from './declarations.module.css';
import { useDeclare, type DeclarationValues } from './queries.ts';
import { Receipt } from './Receipt.tsx';
import { emptyDeclaration, introOf } from './values.ts';

// Few end a contract on a day of their choice, and the calendar is larger than the rest of the form.
const DayField = lazyPart(async () => (await import('#web/ui/forms/DayField.tsx')).DayField, null);

/** Terminates a contract: the form, then its receipt. */
export const CancelForm = inDesignSystem(Cancel);

function Cancel() {
  const declare = useDeclare();
  const [hasDay, setHasDay] = useState(false);
  const form = useShapeForm<DeclarationValues>(emptyDeclaration('termination', authState().user), declarationInput);
  if (declare.data) return <Receipt kind={form.values.kind} receipt={declare.data} email={form.values.email} />;
  const { isExtraordinary, wishedOn } = form.values;
  const submit = form.onSubmit((values) =>
    declare.mutate({ ...values, wishedOn: hasDay ? values.wishedOn : null }, { onError: (error) => applyProblem(form, error) }),
  );
  return (
    <PagePart {...introOf('termination', authState().user)}>
      <form onSubmit={submit} noValidate className={classes['form']}>
        <Stack gap="sm">
          <Radio.Group
            label="Art der Kündigung"
            value={isExtraordinary ? 'extraordinary' : 'ordinary'}
            onChange={(value) => form.setValues({ isExtraordinary: value === 'extraordinary', enrolmentId: null })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="ordinary" label="Ordentlich, mit der vereinbarten Frist" />
              <Radio value="extraordinary" label="Außerordentlich, aus wichtigem Grund" />
            </Stack>
          </Radio.Group>
          {isExtraordinary && <Textarea label="Grund" autosize minRows={2} maxLength={1000} {...form.getInputProps('reason')} />}
          <ContractFields form={form} />
          <Radio.Group label="Kündigen zum" value={hasDay ? 'day' : 'next'} onChange={(value) => setHasDay(value === 'day')}>
            <Stack gap="xs" mt="xs">
              <Radio value="next" label="Nächstmöglichen Zeitpunkt" />
              <Radio value="day" label="Einem bestimmten Tag" />
            </Stack>
          </Radio.Group>
          {hasDay && (
            <DayField
              label="Tag"
              hasVisibleLabel
              value={wishedOn ?? undefined}
              min={today()}
              error={form.errors['wishedOn']}
              onChange={(day) => form.setFieldValue('wishedOn', day ?? null)}
            />
          )}
          <FormProblem error={declare.error} fields={Object.keys(form.values)} />
          <Button type="submit" loading={declare.isPending} className={classes['send']}>
            Jetzt kündigen
          </Button>
        </Stack>
      </form>
    </PagePart>
  );
}
