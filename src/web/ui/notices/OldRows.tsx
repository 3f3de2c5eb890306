import { useQueryClient, type Query, type QueryCache } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { today } from '#web/lib/berlinDay.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { CallError } from '#web/lib/call/call.ts';
import classes from './LoadProblem.module.css';

/** Says of when the rows of a list are if asking for them again has failed, and asks once more; mostly renders nothing. */
export function OldRows({ rows }: { rows: readonly unknown[] | undefined }) {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const failed = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => failedAnswer(cache, rows),
  );
  const [isTrying, setIsTrying] = useState(false);
  if (!failed) return null;
  const retry = async () => {
    setIsTrying(true);
    await client.refetchQueries({ queryKey: failed.queryKey, exact: true });
    setIsTrying(false);
  };
  const { error, dataUpdatedAt } = failed.state;
  return (
    <div role="alert" className={`${classes['old']} no-print`}>
      <span>
        <strong>Stand {standOf(new Date(dataUpdatedAt).toISOString())}</strong>{' '}
        {error instanceof CallError ? error.message : 'Die Liste konnte nicht neu geladen werden.'}
      </span>
      <button type="button" className={classes['again']} aria-busy={isTrying} onClick={() => !isTrying && void retry()}>
        Noch einmal versuchen
      </button>
    </div>
  );
}

/** "14:03", on another day "29.11.2026, 14:03". */
function standOf(instant: string): string {
  return localOf(new Date(instant)).date === today() ? formatTime(instant) : formatDateTime(instant);
}

/** The query whose last answer holds the rows, if it has failed since: a list that filters or sorts them keeps the records themselves. */
function failedAnswer(cache: QueryCache, rows: readonly unknown[] | undefined): Query | undefined {
  const row = rows?.[0];
  if (row === undefined) return undefined;
  // A row that a list puts together holds records of the answer.
  const wanted = new Set<unknown>([row, ...(isObject(row) ? Object.values(row).filter(isObject) : [])]);
  return cache.getAll().find(({ state: { status, data } }) => status === 'error' && data !== undefined && holds(data, wanted));
}

const deepest = 4;

/** Whether an answer, or a page of it, has one of the records in a list. */
function holds(answer: unknown, wanted: ReadonlySet<unknown>, depth = 0): boolean {
  if (wanted.has(answer)) return true;
  return depth < deepest && isObject(answer) && Object.values(answer).some((part) => holds(part, wanted, depth + 1));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
