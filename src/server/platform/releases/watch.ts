import { StartError } from '../process/startError.ts';

const longestSeconds = 3600;

/** The option of `update` and `rollback`: for how many seconds the version must stay ready; 30 unless given. */
export const watchOption = { watch: { type: 'string', default: '30' } } as const;

/** Reads the option; throws a StartError if it is no number of seconds. */
export function watchSecondsOf({ watch }: { watch: string }): number {
  if (/^\d{1,4}$/.test(watch) && Number(watch) <= longestSeconds) return Number(watch);
  throw new StartError(`Mit --watch steht eine Zahl von Sekunden, höchstens ${longestSeconds}.`);
}
