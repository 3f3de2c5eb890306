import { LoadProblem } from './LoadProblem.tsx';
import { Pending } from './Pending.tsx';

type LoadingProps = { query: { error: unknown; isFetching: boolean; refetch: () => unknown } };

/** Shown in place of data that have not arrived: a loading state, or the error with a retry button. */
export function Loading({ query: { error, isFetching, refetch } }: LoadingProps) {
  return error && !isFetching ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Pending />;
}
