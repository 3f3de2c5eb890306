import { useQueryClient, type Query, type QueryCache } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { today } from '#web/lib/berlinDay.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { CallError } from '#web/lib/call/call.ts';
import classes from './LoadProblem.module.css';

type OldRowsProps = {
  rows: readonly unknown[] | undefined;
  /** What the rows are a part of; tells of when an empty part is. */ answer?: unknown;
};

/** Says of when the rows of a list are if asking for them again has failed, and asks once more; mostly renders nothing. */
export function OldRows({ rows, answer }: OldRowsProps) {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const failed = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => failedAnswer(cache, rows, answer),
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
function failedAnswer(cache: QueryCache, rows: readonly unknown[] | undefined, answer: unknown): Query | undefined {
  if (!rows) return undefined;
  const isOf = rows.length > 0 ? answerWith(rows[0]) : emptyAnswer(answer);
  return cache
    .getAll()
    .find((query) => query.state.status === 'error' && query.state.data !== undefined && query.isActive() && isOf(query.state.data));
}

/** A row that a list puts together holds records of the answer. */
function answerWith(row: unknown) {
  const wanted = new Set<unknown>([row, ...(isObject(row) ? Object.values(row).filter(isObject) : [])]);
  return (data: unknown) => holds(data, (part) => wanted.has(part));
}

/** Nothing of an empty list tells where it comes from: an answer without rows, or the one that the list names. */
function emptyAnswer(answer: unknown) {
  return (data: unknown) => holds(data, (part) => (answer === undefined ? Array.isArray(part) && part.length === 0 : part === answer));
}

const deepest = 4;

/** Whether an answer, or a page of it, has such a part. */
function holds(answer: unknown, isWanted: (part: unknown) => boolean, depth = 0): boolean {
  if (isWanted(answer)) return true;
  return depth < deepest && isObject(answer) && Object.values(answer).some((part) => holds(part, isWanted, depth + 1));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
