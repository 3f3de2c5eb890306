import { CallError } from '#web/lib/call/call.ts';
import { EmptyState } from './EmptyState.tsx';
import classes from './LoadProblem.module.css';

type LoadProblemProps = {
  error: unknown;
  onRetry: () => void;
  /** What failed; default that the page could not be loaded. */ title?: string;
};

/** A failed load with a retry button; there is none after a 404. */
export function LoadProblem({ error, onRetry, title = 'Das konnte nicht geladen werden.' }: LoadProblemProps) {
  return (
    <div role="alert">
      <EmptyState icon="cloud-off" title={title}>
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
