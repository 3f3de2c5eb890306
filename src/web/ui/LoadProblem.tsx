import { Button } from '@mantine/core';
import { CallError } from '#web/lib/call.ts';
import { EmptyState } from './EmptyState.tsx';

/** Says that something could not be loaded, and tries again. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState icon="cloud-off" title="Das konnte nicht geladen werden.">
        <p>{error instanceof CallError ? error.message : 'Bitte versuchen Sie es noch einmal.'}</p>
        <Button variant="default" mt="sm" onClick={onRetry}>
          Noch einmal versuchen
        </Button>
      </EmptyState>
    </div>
  );
}
