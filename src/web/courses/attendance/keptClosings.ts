import { api } from '#web/lib/call/call.ts';
import { firstReason } from '#web/lib/call/failure.ts';
import { isWithoutLine, keptGuests, sendGuests } from './keptGuests.ts';
import { inStore, marksOf, sendMarks } from './offline.ts';

/** A list closed on a phone without a network; it is closed once its guests and marks have arrived. */
export type KeptClosing = {
  sessionId: string;
  userId: string;
  /** Why the server refused it; it then stays on the phone until the trainer has read it. */ refusal?: string;
};

/** Stores a closing until the phone is online. */
export async function keepClosing(closing: KeptClosing): Promise<void> {
  await inStore('closings', 'readwrite', (store) => store.put(closing));
  await marksOf(closing.userId);
}

/** Deletes a closing from the phone. */
export async function dropClosing({ sessionId, userId }: KeptClosing): Promise<void> {
  await inStore('closings', 'readwrite', (store) => store.delete(sessionId));
  await marksOf(userId);
}

/** A user's closings that are not sent yet. */
export async function keptClosings(userId: string): Promise<KeptClosing[]> {
  const all = await inStore<KeptClosing[]>('closings', 'readonly', (store) => store.getAll());
  return all.filter((one) => one.userId === userId);
}

/** Closes the lists whose guests and marks have arrived; a refused one stays, with the reason. */
export async function sendClosings(userId: string): Promise<void> {
  const waiting = [...(await marksOf(userId)), ...(await keptGuests(userId)).filter(({ refusal }) => refusal === undefined)];
  for (const closing of await keptClosings(userId)) {
    if (closing.refusal !== undefined || waiting.some(({ sessionId }) => sessionId === closing.sessionId)) continue;
    try {
      await api.attendance.close({ id: closing.sessionId });
    } catch (error) {
      if (isWithoutLine(error)) return;
      await keepClosing({ ...closing, refusal: firstReason(error) });
      continue;
    }
    await dropClosing(closing);
  }
}

/** Sends all that is stored, in the order in which it depends on each other: guests, marks, closings. */
export async function sendKept(userId: string): Promise<void> {
  await sendGuests(userId);
  await sendMarks(userId);
  await sendClosings(userId);
}
