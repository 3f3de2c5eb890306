import type { AttendanceSheet, Mark, MarkResult, TrainingDate } from '#shared/courses/attendance.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { authState } from '#web/lib/session/session.ts';
import { setKeptNames, setUnsentMarks } from '#web/lib/kept/unsent.ts';
import { registerWorker } from '#web/lib/worker/worker.ts';

/** A list stored on the phone, with its user and the time when the server last confirmed the sign-in. */
export type KeptSheet = { sessionId: string; userId: string; confirmedAt: number; sheet: AttendanceSheet | null };
type KeptMark = Mark & { userId: string };

/** Offline, a sign-in is trusted for this long after the last confirmation; then the names are deleted. */
const signInHoldsMs = 12 * 60 * 60 * 1000;

/** Nobody leads more groups in a day. */
const ownListsAtMost = 12;

const name = 'vereinsportal-attendance';
const stores = [
  ['sheets', 'sessionId'],
  ['marks', 'clientId'],
  ['walkIns', 'id'],
  ['closings', 'sessionId'],
] as const;

/**
 * Stores an opened list. Names are removed from lists of other users and from those unconfirmed for half a day, so that
 * they are on as few phones as possible.
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

/** Stores the viewer's lists of these sessions, so that they open in a hall without reception; returns their number. */
export async function keepOwnLists(dates: readonly TrainingDate[]): Promise<number> {
  const own = dates.filter(({ isMine, state }) => isMine && state !== 'cancelled').slice(0, ownListsAtMost);
  for (const { id } of own) await keepSheet(await api.attendance.sheet({ id }));
  return own.length;
}

/** The stored lists that may be opened offline, by time. */
export async function keptSheets(): Promise<AttendanceSheet[]> {
  const all = await inStore<KeptSheet[]>('sheets', 'readonly', (store) => store.getAll());
  const sheets = all.filter(holds).flatMap(({ sheet }) => sheet ?? []);
  return sheets.toSorted((a, b) => a.session.startsAt.localeCompare(b.session.startsAt));
}

/** Whether the sign-in behind a stored list is still trusted and is the viewer's. */
function holds({ confirmedAt, userId }: KeptSheet): boolean {
  const user = authState().user?.id;
  return Date.now() - confirmedAt <= signInHoldsMs && (user === undefined || user === userId);
}

/** The stored list of a session, if its sign-in is still trusted; otherwise its names are deleted. */
export async function keptSheet(sessionId: string): Promise<KeptSheet | undefined> {
  const kept = await inStore<KeptSheet | undefined>('sheets', 'readonly', (store) => store.get(sessionId));
  if (!kept) return undefined;
  if (holds(kept)) return kept;
  await deleteNames();
  return undefined;
}

/** Deletes the names; unsent marks only contain ids and stay until their user signs in again. */
export async function deleteNames(): Promise<void> {
  await inStore('sheets', 'readwrite', (store) => store.clear());
  await globalThis.caches?.delete('attendance-pages');
  setKeptNames(false);
}

/** Queues a mark. Only the last mark per person and session counts, so it replaces an earlier one. */
export async function queueMark(mark: Mark, userId: string): Promise<void> {
  const kept = (await marksOf(userId)).filter((one) => one.sessionId === mark.sessionId && one.personId === mark.personId);
  await inStore('marks', 'readwrite', (store) => {
    for (const { clientId } of kept) store.delete(clientId);
    return store.put({ ...mark, userId } satisfies KeptMark);
  });
}

/** A user's marks that are not sent yet. */
export async function marksOf(userId: string): Promise<Mark[]> {
  const all = await inStore<KeptMark[]>('marks', 'readonly', (store) => store.getAll());
  const own = all.filter((one) => one.userId === userId).map(({ userId: _userId, ...mark }) => mark);
  // Unsent guests and closings would be lost at sign-out like marks.
  let unsent = own.length;
  for (const store of ['walkIns', 'closings'] as const) {
    const kept = await inStore<{ userId: string }[]>(store, 'readonly', (objects) => objects.getAll());
    unsent += kept.filter((one) => one.userId === userId).length;
  }
  setUnsentMarks(userId, unsent);
  return own;
}

/** The result of a sent mark, with the person. */
export type SentMark = MarkResult & { personId: string | undefined };

/** Sends the queue; returns the result of each mark, or undefined while offline. */
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

/** Makes the list's page available offline: resolves, once the worker has cached its files, to whether it succeeded. */
export async function keepPage(): Promise<boolean> {
  if (!(await registerWorker())) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const isKept = new Promise<void>((resolve) => (port1.onmessage = () => resolve()));
  active?.postMessage({ keep: performance.getEntriesByType('resource').map((entry) => entry.name) }, [port2]);
  await isKept;
  return true;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 3);
    request.onupgradeneeded = () => {
      // Data stored by an earlier version stay.
      for (const [store, keyPath] of stores)
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no store'));
  });
}

/** Runs a request on the phone's IndexedDB. */
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
