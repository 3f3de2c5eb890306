import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AttendanceState } from '#shared/courses/sessionStates.ts';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import { api } from '#web/lib/call/call.ts';
import { newId } from '#web/lib/newId.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useGuests } from './useGuests.ts';
import { keepPage, keepSheet, keptSheet, marksOf, queueMark, sendMarks, type SentMark } from './offline.ts';

type Marks = { readonly [personId: string]: AttendanceState | null | undefined };

/** The list, and where it comes from the phone: when the server last confirmed it. */
type Shown = { sheet?: AttendanceSheet; keptAt?: number };

/** The list of a date with its marks, with or without a network; taps are queued first and sent when there is a line. */
export function useAttendance(sessionId: string) {
  const { user } = useAuth();
  const [shown, setShown] = useState<Shown>({});
  const [own, setOwn] = useState<Marks>({});
  const [unsent, setUnsent] = useState(0);
  const [isOffline, setIsOffline] = useState(false);
  const [conflicts, setConflicts] = useState<SentMark[]>([]);
  const [error, setError] = useState<unknown>();
  const [userId, setUserId] = useState(user?.id);

  const load = useCallback(async () => {
    try {
      const fresh = await api.attendance.sheet({ id: sessionId });
      await keepSheet(fresh);
      setShown({ sheet: fresh });
      setIsOffline(false);
      setError(undefined);
    } catch (failure) {
      const kept = await keptSheet(sessionId);
      setIsOffline(true);
      if (!kept?.sheet) return setError(failure);
      setShown({ sheet: kept.sheet, keptAt: kept.confirmedAt });
      setUserId(kept.userId);
    }
  }, [sessionId]);

  const guests = useGuests(sessionId, userId, load);
  const { send: sendGuests } = guests;

  const send = useCallback(async () => {
    if (!userId) return;
    await sendGuests();
    const results = await sendMarks(userId);
    // Without marks nothing was asked: whether there is a line is not known better than before.
    if (results === undefined) setIsOffline(true);
    else if (results.length > 0) setIsOffline(false);
    const refused = results?.filter(({ result }) => result !== 'kept') ?? [];
    if (refused.length > 0) setConflicts((before) => toldOnce([...before, ...refused]));
    const left = await marksOf(userId);
    setUnsent(left.length);
    setOwn(Object.fromEntries(left.filter((one) => one.sessionId === sessionId).map(({ personId, state }) => [personId, state])));
    if (results && results.length > 0) await load();
  }, [userId, sessionId, load, sendGuests]);

  useSendingAgain(load, send, isOffline);
  useHearing(sessionId, load);

  const mark = async (personIds: readonly string[], state: AttendanceState | null) => {
    if (!userId) return;
    setOwn((before) => ({ ...before, ...Object.fromEntries(personIds.map((id) => [id, state])) }));
    const markedAt = new Date().toISOString();
    for (const personId of personIds) await queueMark({ clientId: newId(), sessionId, personId, state, markedAt }, userId);
    setUnsent((await marksOf(userId)).length);
    await send();
  };

  const stateOf = (personId: string) => shownState(shown, own, personId);
  return { ...shown, guests, error, stateOf, mark, unsent, isOffline, conflicts, clearConflicts: () => setConflicts([]), reload: load };
}

/** What is shown of a person: the own tap that is not sent yet, else what the list says. */
function shownState({ sheet }: Shown, own: Marks, personId: string): AttendanceState | null {
  const waiting = own[personId];
  return waiting === undefined ? (sheet?.people.find((one) => one.personId === personId)?.state ?? null) : waiting;
}

/** The same mark may have been sent twice, when the line came back and the clock struck: it is told once. */
function toldOnce(marks: readonly SentMark[]): SentMark[] {
  return [...new Map(marks.map((one) => [one.clientId, one])).values()];
}

/** Loads the list when it is opened, then sends what waits: at once, when the line comes back, and every 20 s. */
function useSendingAgain(load: () => Promise<void>, send: () => Promise<void>, isOffline: boolean): void {
  useEffect(() => {
    // After the first drawing, which needs nothing of it.
    const begin = setTimeout(
      () =>
        void load()
          .then(send)
          .then(keepPage)
          .catch(() => undefined),
    );
    return () => clearTimeout(begin);
  }, [load, send]);
  useEffect(() => {
    // Only an answer ends that there is no line.
    const again = () => void (isOffline ? load().then(send) : send());
    addEventListener('online', again);
    const timer = setInterval(again, 20_000);
    return () => {
      removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [load, send, isOffline]);
}

/** Loads the list again when a notice says that something in it changed: a reply of a family, a mark of another phone. */
function useHearing(sessionId: string, load: () => Promise<void>): void {
  useQuery({
    queryKey: ['participations', 'heard', sessionId],
    queryFn: () => load().then(() => null),
    initialData: null,
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
  });
}
