import { Alert, Button } from '@mantine/core';
import { tellProblem } from '#web/ui/notices.tsx';
import { useParticipantMutations } from './queries.ts';

/** A health note, opened by a tap; that it was opened stands in the audit log. */
export function HealthNote({ id }: { id: string }) {
  const { healthNote } = useParticipantMutations();
  if (!healthNote.data)
    return (
      <Button variant="default" loading={healthNote.isPending} onClick={() => healthNote.mutate(id, { onError: tellProblem })}>
        Gesundheitshinweis öffnen
      </Button>
    );
  const { healthNote: note, allergies, pickupRule } = healthNote.data;
  return (
    <Alert color="orange">
      {[note, allergies && `Allergien: ${allergies}`, pickupRule && `Abholen: ${pickupRule}`].filter(Boolean).join(' · ')}
    </Alert>
  );
}
