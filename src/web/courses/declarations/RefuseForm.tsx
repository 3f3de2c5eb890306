import { declarationRefusal, type Declaration } from '#shared/courses/declarations.ts';
import { RefusalForm } from '#web/ui/decisions/RefusalForm.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useDeclarationMutations } from './queries.ts';

/** Declines a declaration with the reason, which goes by mail. */
export function RefuseForm({ declaration: one, onDone }: { declaration: Declaration; onDone: () => void }) {
  const { refuse } = useDeclarationMutations();
  const send = (answer: string, onError: (error: unknown) => void) =>
    refuse.mutate(
      { id: one.id, version: one.version, answer },
      { onSuccess: () => (notify(`Die Antwort geht an ${one.email}.`), onDone()), onError },
    );
  return (
    <RefusalForm
      label="Warum nicht?"
      action="Nicht annehmen"
      shape={declarationRefusal.shape.answer}
      fieldName="answer"
      maxLength={1000}
      isBusy={refuse.isPending}
      error={refuse.error}
      onRefuse={send}
      onCancel={onDone}
    />
  );
}
