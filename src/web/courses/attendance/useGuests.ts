import { useCallback, useState } from 'react';
import { dropGuest, keepGuest, keptGuests, sendGuests, type KeptGuest } from './keptGuests.ts';
import { marksOf } from './offline.ts';

/** A session's trial guests stored only on this phone; `load` reloads the list once they are sent. */
export function useGuests(sessionId: string, userId: string | undefined, load: () => Promise<void>) {
  const [stored, setStored] = useState<KeptGuest[]>([]);

  const send = useCallback(async () => {
    if (!userId) return;
    const before = await keptGuests(userId);
    if (before.length === 0) return;
    await sendGuests(userId);
    const left = await keptGuests(userId);
    if (left.length < before.length) await load();
    setStored(left.filter((one) => one.sessionId === sessionId));
  }, [sessionId, userId, load]);

  const keep = async (guest: Pick<KeptGuest, 'id' | 'person'>) => {
    if (!userId) return;
    await keepGuest({ ...guest, sessionId, userId });
    await marksOf(userId);
    setStored((before) => [...before, { ...guest, sessionId, userId }]);
    await load();
  };

  const drop = async (id: string) => {
    await dropGuest(id);
    setStored((before) => before.filter((one) => one.id !== id));
  };

  return {
    /** Not sent yet. */ kept: stored.filter(({ refusal }) => refusal === undefined),
    /** Refused by the server, with the reason. */ refused: stored.filter(({ refusal }) => refusal !== undefined),
    keep,
    send,
    drop,
  };
}
