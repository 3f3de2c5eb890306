import { useCallback, useState } from 'react';
import { keepGuest, keptGuests, sendGuests, type KeptGuest } from './keptGuests.ts';
import { marksOf } from './offline.ts';

/** A session's trial guests stored only on this phone; `load` reloads the list once they are sent. */
export function useGuests(sessionId: string, userId: string | undefined, load: () => Promise<void>) {
  const [kept, setKept] = useState<KeptGuest[]>([]);
  const [refused, setRefused] = useState<string[]>([]);

  const send = useCallback(async () => {
    if (!userId) return;
    const before = await keptGuests(userId);
    if (before.length === 0) return;
    const turnedAway = await sendGuests(userId);
    if (turnedAway.length > 0) setRefused((named) => [...named, ...turnedAway]);
    const left = await keptGuests(userId);
    if (left.length < before.length) await load();
    setKept(left.filter((one) => one.sessionId === sessionId));
  }, [sessionId, userId, load]);

  const keep = async (guest: Pick<KeptGuest, 'id' | 'person'>) => {
    if (!userId) return;
    await keepGuest({ ...guest, sessionId, userId });
    await marksOf(userId);
    setKept((before) => [...before, { ...guest, sessionId, userId }]);
    await load();
  };

  return { kept, refused, keep, send };
}
