import { LoadProblem } from './LoadProblem.tsx';
import { Pending } from './Pending.tsx';

type LoadingProps = { query: { error: unknown; isFetching: boolean; refetch: () => unknown } };

/** What stands in the place of data that are not there yet: that they are loaded, or that they could not be, and the way to try again. */
export function Loading({ query: { error, isFetching, refetch } }: LoadingProps) {
  return error && !isFetching ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Pending />;
}
