import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { declarationInput } from '#shared/courses/declarations.ts';
import { pages } from '#shared/kernel/pages.ts';
import { today } from '#web/lib/berlinDay.ts';
import { authState } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { ContractFields } from './ContractFields.tsx';
import classes from './declarations.module.css';
import { useDeclare, type DeclarationValues } from './queries.ts';
import { Receipt } from './Receipt.tsx';
import { emptyDeclaration } from './values.ts';

const { title } = pages.cancelContract;

/** Terminates a contract without an account (§ 312k BGB, /contracts/cancel). */
export const Page = inDesignSystem(CancelPage);

function CancelPage() {
  const declare = useDeclare();
  const [hasDay, setHasDay] = useState(false);
  const form = useShapeForm<DeclarationValues>(emptyDeclaration('termination', authState().user), declarationInput);
  if (declare.data) return <Receipt title={title} receipt={declare.data} email={form.values.email} />;
  const { isExtraordinary, wishedOn } = form.values;
  const submit = form.onSubmit((values) =>
    declare.mutate({ ...values, wishedOn: hasDay ? values.wishedOn : null }, { onError: (error) => applyProblem(form, error) }),
  );
  return (
    <>
      <PageTitle title={title} />
      <PagePart title="Ihre Kündigung" lead="Ohne Konto. Sie bekommen sofort eine Bestätigung mit Tag und Uhrzeit.">
        <form onSubmit={submit} noValidate className={classes['form']}>
          <Stack gap="sm">
            <Radio.Group
              label="Art der Kündigung"
              value={isExtraordinary ? 'extraordinary' : 'ordinary'}
              onChange={(value) => form.setFieldValue('isExtraordinary', value === 'extraordinary')}
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
    </>
  );
}
