import { Button, Group, Stack, Textarea } from '@mantine/core';
import { answerInput, type Feedback } from '#shared/content/feedback.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useDraft } from '#web/ui/drafts/useDraft.ts';
import { useInboxMutations } from './queries.ts';

/** Answers a message by mail, quoting it. */
export function AnswerForm({ message, onDone }: { message: Feedback; onDone: () => void }) {
  const { answer } = useInboxMutations();
  const form = useShapeForm({ text: '' }, answerInput);
  const draft = useDraft(`answer.${message.id}`, form);
  const send = ({ text }: { text: string }) =>
    answer.mutate(
      { id: message.id, text, version: message.version },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: () => {
          draft.clear();
          notify(`Die Antwort geht an ${message.email}.`);
          onDone();
        },
      },
    );
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} />
        <Textarea
          label={`Antwort an ${message.email}`}
          autosize
          minRows={4}
          maxLength={4000}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <FormProblem error={answer.error} fields={['text']} />
        <Group gap="xs">
          <Button type="submit" loading={answer.isPending} disabled={form.values.text.trim() === ''}>
            Senden
          </Button>
          <Button variant="subtle" onClick={onDone}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
