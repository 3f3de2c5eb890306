import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { z } from 'zod';
import { feedbackInput, feedbackKindNames, feedbackKinds } from '#shared/content/feedback.ts';
import { authState } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { HoneyPot } from '#web/ui/forms/honeyPot/HoneyPot.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import classes from './feedback.module.css';
import { useSendFeedback } from './queries.ts';

const ratings = ['Keine', '1 – schlecht', '2', '3', '4', '5 – sehr gut'].map((label, value) => ({ value: String(value), label }));
const kinds = feedbackKinds.map((kind) => ({ value: kind, label: feedbackKindNames[kind] }));

/** The form of the feedback; `page` is where the sender came from. */
export const FeedbackForm = inDesignSystem(Feedback);

function Feedback({ page }: { page: string }) {
  const send = useSendFeedback();
  const form = useShapeForm<z.input<typeof feedbackInput>>(
    { kind: 'club', text: '', rating: null, email: authState().user?.email ?? '', page: page.slice(0, 300), website: '' },
    feedbackInput,
    { checksOnBlur: true },
  );

  if (send.isSuccess) {
    return (
      <output>
        <EmptyState icon="circle-check" title="Vielen Dank für Ihre Rückmeldung.">
          <p>{form.values.email ? 'Wir melden uns bei Ihnen.' : 'Sie ist bei uns angekommen.'}</p>
        </EmptyState>
      </output>
    );
  }
  const submit = form.onSubmit((values) => send.mutate(values, { onError: (error) => applyProblem(form, error) }));
  return (
    <PagePart title="Schreiben Sie uns" lead="Lob, Kritik oder ein Fehler: Der Vorstand liest jede Nachricht.">
      <form onSubmit={submit} noValidate className={classes['form']}>
        <Stack gap="sm">
          <NativeSelect label="Worum geht es?" data={kinds} {...form.getInputProps('kind')} />
          <Textarea
            label="Ihre Nachricht"
            description={`${form.values.text.length} von 2000 Zeichen`}
            required
            autosize
            minRows={5}
            maxLength={2000}
            {...form.getInputProps('text')}
          />
          <NativeSelect
            label="Bewertung"
            data={ratings}
            value={String(form.values.rating ?? 0)}
            error={form.errors['rating']}
            onChange={({ currentTarget }) => form.setFieldValue('rating', Number(currentTarget.value) || null)}
          />
          <TextInput
            label="E-Mail-Adresse"
            description="Nur, wenn Sie eine Antwort möchten."
            type="email"
            inputMode="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <HoneyPot form={form} />
          <FormProblem error={send.error} fields={Object.keys(form.values)} />
          <Button type="submit" loading={send.isPending} className={classes['send']}>
            Absenden
          </Button>
        </Stack>
      </form>
    </PagePart>
  );
}
