import { Alert, Button, Text } from '@mantine/core';
import { may } from '#shared/kernel/rights.ts';
import { CallError } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from './queries.ts';

/** A health note, loaded on a tap; the access is written to the audit log. */
export function HealthNote({ id }: { id: string }) {
  const { user } = useAuth();
  const { healthNote } = useParticipantMutations();
  const isRefused = healthNote.error instanceof CallError && healthNote.error.code === 'forbidden';
  if (isRefused || !may({ role: user?.role.name }, 'healthNotes.read', 'club'))
    return <Text size="sm">Gesundheitshinweis: Ihn öffnen nur die leitende Übungsleitung und der Vorstand.</Text>;
  if (!healthNote.data)
    return (
      <Button variant="default" loading={healthNote.isPending} onClick={() => healthNote.mutate(id, { onError: notifyRefusal })}>
        Gesundheitshinweis öffnen
      </Button>
    );
  const { healthNote: note, allergies, pickupRule } = healthNote.data;
  return (
    <Alert color="waiting">
      {[note, allergies && `Allergien: ${allergies}`, pickupRule && `Abholen: ${pickupRule}`].filter(Boolean).join(' · ')}
    </Alert>
  );
}

/** A missing permission is shown in place of the note. */
function notifyRefusal(error: Error): void {
  if (!(error instanceof CallError && error.code === 'forbidden')) notifyProblem(error);
}
