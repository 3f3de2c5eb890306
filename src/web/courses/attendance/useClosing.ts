import { useCallback, useState } from 'react';
import { dropClosing, keepClosing, keptClosings, sendClosings, type KeptClosing } from './keptClosings.ts';

/** The closing of a session stored only on this phone; `load` reloads the list once it is sent. */
export function useClosing(sessionId: string, userId: string | undefined, load: () => Promise<void>) {
  const [kept, setKept] = useState<KeptClosing>();

  const look = useCallback(async () => {
    const found = userId ? await keptClosings(userId) : [];
    const own = found.find((one) => one.sessionId === sessionId);
    setKept(own);
    return own;
  }, [sessionId, userId]);

  const send = useCallback(async () => {
    if (!userId || !(await look())) return;
    await sendClosings(userId);
    if (!(await look())) await load();
  }, [userId, look, load]);

  return {
    kept,
    send,
    keep: async () => {
      if (!userId) return;
      await keepClosing({ sessionId, userId });
      await look();
    },
    drop: async () => {
      if (kept) await dropClosing(kept);
      setKept(undefined);
    },
  };
}
