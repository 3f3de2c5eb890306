import type { AttendanceSheet, Mark, MarkResult, TrainingDate } from '#shared/courses/attendance.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { authState } from '#web/lib/session/session.ts';
import { setKeptNames, setUnsentMarks } from '#web/lib/unsent.ts';

/** The open list as the phone keeps it: whose sign-in it was, and when the server last confirmed it. */
export type KeptSheet = { sessionId: string; userId: string; confirmedAt: number; sheet: AttendanceSheet | null };
type KeptMark = Mark & { userId: string };

/** Without a network the last confirmed sign-in holds for this long; then the names are wiped. */
const signInHoldsMs = 12 * 60 * 60 * 1000;

/** More groups a day nobody leads. */
const ownListsAtMost = 12;

const name = 'vereinsportal-attendance';
const stores = [
  ['sheets', 'sessionId'],
  ['marks', 'clientId'],
  ['walkIns', 'id'],
] as const;

/**
 * Keeps an opened list. Of the lists of others and of those that nobody confirmed for half a day the names go: they are on as
 * few phones as possible.
 */
export async function keepSheet(sheet: AttendanceSheet): Promise<void> {
  const userId = authState().user?.id;
  if (!userId) return;
  setKeptNames(true);
  const kept: KeptSheet = { sessionId: sheet.session.id, userId, confirmedAt: Date.now(), sheet };
  const old = (await inStore<KeptSheet[]>('sheets', 'readonly', (store) => store.getAll())).filter((one) => !holds(one));
  await inStore('sheets', 'readwrite', (store) => {
    for (const one of old) store.delete(one.sessionId);
    return store.put(kept);
  });
}

/** Keeps the lists of the own groups of these dates, so that they open in a hall without reception; gives how many. */
export async function keepOwnLists(dates: readonly TrainingDate[]): Promise<number> {
  const own = dates.filter(({ isMine, state }) => isMine && state !== 'cancelled').slice(0, ownListsAtMost);
  for (const { id } of own) await keepSheet(await api.attendance.sheet({ id }));
  return own.length;
}

/** The lists that are kept and may be opened without a line, in the order of their dates. */
export async function keptSheets(): Promise<AttendanceSheet[]> {
  const all = await inStore<KeptSheet[]>('sheets', 'readonly', (store) => store.getAll());
  const sheets = all.filter(holds).flatMap(({ sheet }) => sheet ?? []);
  return sheets.toSorted((a, b) => a.session.startsAt.localeCompare(b.session.startsAt));
}

/** Whether the sign-in behind a kept list still holds, and is that of the viewer here. */
function holds({ confirmedAt, userId }: KeptSheet): boolean {
  const user = authState().user?.id;
  return Date.now() - confirmedAt <= signInHoldsMs && (user === undefined || user === userId);
}

/** The kept list of a date, if its sign-in still holds; after that its names are wiped. */
export async function keptSheet(sessionId: string): Promise<KeptSheet | undefined> {
  const kept = await inStore<KeptSheet | undefined>('sheets', 'readonly', (store) => store.get(sessionId));
  if (!kept) return undefined;
  if (holds(kept)) return kept;
  await wipeNames();
  return undefined;
}

/** Forgets the names; unsent marks hold ids only and stay until their user signs in again. */
export async function wipeNames(): Promise<void> {
  await inStore('sheets', 'readwrite', (store) => store.clear());
  await globalThis.caches?.delete('attendance-pages');
  setKeptNames(false);
}

/** Queues a mark. The last one for a person and a date is the one that counts, so it takes the place of an earlier one. */
export async function queueMark(mark: Mark, userId: string): Promise<void> {
  const kept = (await marksOf(userId)).filter((one) => one.sessionId === mark.sessionId && one.personId === mark.personId);
  await inStore('marks', 'readwrite', (store) => {
    for (const { clientId } of kept) store.delete(clientId);
    return store.put({ ...mark, userId } satisfies KeptMark);
  });
}

/** The marks of a user that the server does not have yet. */
export async function marksOf(userId: string): Promise<Mark[]> {
  const all = await inStore<KeptMark[]>('marks', 'readonly', (store) => store.getAll());
  const own = all.filter((one) => one.userId === userId).map(({ userId: _userId, ...mark }) => mark);
  const guests = await inStore<{ userId: string }[]>('walkIns', 'readonly', (store) => store.getAll());
  // Guests whom nobody else knows yet are lost like marks.
  setUnsentMarks(userId, own.length + guests.filter((one) => one.userId === userId).length);
  return own;
}

/** What became of a mark, and whose it is. */
export type SentMark = MarkResult & { personId: string | undefined };

/** Sends what is queued; gives what became of each, or undefined while there is no line. */
export async function sendMarks(userId: string): Promise<SentMark[] | undefined> {
  const marks = (await marksOf(userId)).slice(0, 300);
  if (marks.length === 0) return [];
  try {
    const results = await api.attendance.sync({ marks });
    await inStore('marks', 'readwrite', (store) => {
      for (const { clientId } of results) store.delete(clientId);
      return store.count();
    });
    await marksOf(userId);
    const personOf = new Map(marks.map(({ clientId, personId }) => [clientId, personId]));
    return results.map((one) => ({ ...one, personId: personOf.get(one.clientId) }));
  } catch (error) {
    if (error instanceof CallError && error.status !== 422) return undefined;
    throw error;
  }
}

/** Lets the page of the list open without a network from now on: resolves once the worker has all that it is made of, to whether it has. */
export async function keepPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  await navigator.serviceWorker.register('/attendance-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const isKept = new Promise<void>((resolve) => (port1.onmessage = () => resolve()));
  active.postMessage({ keep: performance.getEntriesByType('resource').map((entry) => entry.name) }, [port2]);
  await isKept;
  return true;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 2);
    request.onupgradeneeded = () => {
      // What a phone kept before stays.
      for (const [store, keyPath] of stores)
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no store'));
  });
}

/** Does something with what the phone keeps. */
export async function inStore<T>(
  store: (typeof stores)[number][0],
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
    });
  } finally {
    database.close();
  }
}
