import { fullName } from '#shared/kernel/fullName.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { inStore } from './offline.ts';

type Guest = { firstname: string; lastname: string; phone: string };
/** A trial guest added on a phone; the id is that of the new person, so that a repeated request creates one person. */
export type KeptGuest = { id: string; sessionId: string; person: Guest; userId: string };

/** Whether a request got no response, or one that asks to retry later. */
export function isWithoutLine(error: unknown): boolean {
  return error instanceof CallError && [0, 401, 502, 503, 504].includes(error.status);
}

/** Stores a guest until the phone is online. */
export async function keepGuest(guest: KeptGuest): Promise<void> {
  await inStore('walkIns', 'readwrite', (store) => store.put(guest));
}

/** A user's guests that are not sent yet. */
export async function keptGuests(userId: string): Promise<KeptGuest[]> {
  const all = await inStore<KeptGuest[]>('walkIns', 'readonly', (store) => store.getAll());
  return all.filter((one) => one.userId === userId);
}

/** Sends the stored guests one by one; returns the names of those refused. */
export async function sendGuests(userId: string): Promise<string[]> {
  const refused: string[] = [];
  for (const { id, sessionId, person } of await keptGuests(userId)) {
    try {
      await api.participations.addWalkIn({ id, sessionId, person });
    } catch (error) {
      if (isWithoutLine(error)) return refused;
      refused.push(fullName(person));
    }
    await inStore('walkIns', 'readwrite', (store) => store.delete(id));
  }
  return refused;
}
