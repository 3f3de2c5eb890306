import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AttendanceState } from '#shared/courses/sessionStates.ts';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import { api } from '#web/lib/call/call.ts';
import { newId } from '#web/lib/newId.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useClosing } from './useClosing.ts';
import { useGuests } from './useGuests.ts';
import { keepPage, keepSheet, keptSheet, marksOf, queueMark, sendMarks, type SentMark } from './offline.ts';

type Marks = { readonly [personId: string]: AttendanceState | null | undefined };

/** The list; `keptAt` is set if it comes from the phone: when the server last confirmed it. */
type Shown = { sheet?: AttendanceSheet; keptAt?: number };

/** A session's list with its marks, online or offline; taps are queued first and sent when online. */
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
  const closing = useClosing(sessionId, userId, load);
  const [sendGuests, sendClosing] = [guests.send, closing.send];
  const send = useCallback(async () => {
    if (!userId) return;
    await sendGuests();
    const results = await sendMarks(userId);
    // Without queued marks nothing was sent, so nothing is known about the network.
    if (results?.length !== 0) setIsOffline(results === undefined);
    const refused = results?.filter(({ result }) => result !== 'kept') ?? [];
    if (refused.length > 0) setConflicts((before) => toldOnce([...before, ...refused]));
    const left = await marksOf(userId);
    setUnsent(left.length);
    setOwn(Object.fromEntries(left.filter((one) => one.sessionId === sessionId).map(({ personId, state }) => [personId, state])));
    if (results && results.length > 0) await load();
    await sendClosing();
  }, [userId, sessionId, load, sendGuests, sendClosing]);

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
  const clearConflicts = () => setConflicts([]);
  return { ...shown, guests, closing, error, stateOf, mark, unsent, isOffline, conflicts, clearConflicts, reload: load };
}

/** The shown state of a person: an unsent own mark, else the state in the list. */
function shownState({ sheet }: Shown, own: Marks, personId: string): AttendanceState | null {
  const waiting = own[personId];
  return waiting === undefined ? (sheet?.people.find((one) => one.personId === personId)?.state ?? null) : waiting;
}

/** A mark may have been sent twice, by the online event and by the timer: its result is reported once. */
function toldOnce(marks: readonly SentMark[]): SentMark[] {
  return [...new Map(marks.map((one) => [one.clientId, one])).values()];
}

/** Loads the list, then sends the queue: at once, when the network returns, and every 20 s. */
function useSendingAgain(load: () => Promise<void>, send: () => Promise<void>, isOffline: boolean): void {
  useEffect(() => {
    // After the first render, which does not depend on it.
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
    // Only a response ends the offline state.
    const again = () => void (isOffline ? load().then(send) : send());
    addEventListener('online', again);
    const timer = setInterval(again, 20_000);
    return () => {
      removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [load, send, isOffline]);
}

/** Reloads the list on live notices: a family's reply, or a mark from another phone. */
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
