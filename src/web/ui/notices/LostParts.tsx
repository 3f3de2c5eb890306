import { isGone } from '#web/lib/call/failure.ts';
import { LoadProblem } from './LoadProblem.tsx';

type Asked = { data: unknown; error: unknown; refetch: () => unknown };

type LostPartsProps = {
  /** What each part holds, as named on the page, and its query. */
  of: readonly (readonly [what: string, query: Asked])[];
};

/**
 * Names the parts that could not be loaded, with one retry button for all: parts that are not shown while they are empty
 * would otherwise be missing without a word. Renders nothing while nothing failed, and for a feature that is off.
 */
export function LostParts({ of }: LostPartsProps) {
  const lost = of.filter(([, { data, error }]) => data === undefined && error !== null && !isGone(error));
  const [first] = lost;
  if (!first) return null;
  const retry = () => lost.forEach(([, { refetch }]) => void refetch());
  return <LoadProblem title={`Nicht geladen: ${lost.map(([what]) => what).join(', ')}.`} error={first[1].error} onRetry={retry} />;
}
