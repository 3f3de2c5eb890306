import { declarationRefusal, type Declaration } from '#shared/courses/declarations.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useDeclarationMutations } from './queries.ts';

/** Declines a declaration with a reason, which is sent by mail. */
export function RefuseForm({ declaration: one, onDone }: { declaration: Declaration; onDone: () => void }) {
  const { refuse } = useDeclarationMutations();
  const send = (answer: string, onError: (error: unknown) => void) =>
    refuse.mutate(
      { id: one.id, version: one.version, answer },
      { onSuccess: () => (notify(`Die Antwort geht an ${one.email}.`), onDone()), onError },
    );
  return (
    <ReasonForm
      label="Warum nicht?"
      description="Steht in der Mail."
      action="Nicht annehmen"
      isGrave
      isLong
      shape={declarationRefusal.shape.answer}
      fieldName="answer"
      maxLength={1000}
      isBusy={refuse.isPending}
      error={refuse.error}
      onReason={send}
      onCancel={onDone}
    />
  );
}
