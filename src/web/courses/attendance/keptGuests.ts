import { fullName } from '#shared/kernel/fullName.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { inStore } from './offline.ts';

type Guest = { firstname: string; lastname: string; phone: string };
/** A trial guest whom a phone has taken in; the id is that of the person to be made, so that sent twice is made once. */
export type KeptGuest = { id: string; sessionId: string; person: Guest; userId: string };

/** Whether a request got no answer, or one that says to come back. */
export function isWithoutLine(error: unknown): boolean {
  return error instanceof CallError && [0, 401, 502, 503, 504].includes(error.status);
}

/** Keeps a guest until there is a line. */
export async function keepGuest(guest: KeptGuest): Promise<void> {
  await inStore('walkIns', 'readwrite', (store) => store.put(guest));
}

/** The guests of a user whom the server does not know yet. */
export async function keptGuests(userId: string): Promise<KeptGuest[]> {
  const all = await inStore<KeptGuest[]>('walkIns', 'readonly', (store) => store.getAll());
  return all.filter((one) => one.userId === userId);
}

/** Sends the guests that are kept, one after the other; gives the names of those who were refused. */
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
