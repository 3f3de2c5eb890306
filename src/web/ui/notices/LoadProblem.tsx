import { CallError } from '#web/lib/call/call.ts';
import { EmptyState } from './EmptyState.tsx';
import classes from './LoadProblem.module.css';

/** Says that something could not be loaded, and tries again; what is not there does not come by trying. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState icon="cloud-off" title="Das konnte nicht geladen werden.">
        <p>{error instanceof CallError ? error.message : 'Bitte versuchen Sie es noch einmal.'}</p>
        {!(error instanceof CallError && error.status === 404) && (
          <button type="button" className={classes['again']} onClick={onRetry}>
            Noch einmal versuchen
          </button>
        )}
      </EmptyState>
    </div>
  );
}
