import { api, CallError } from '#web/lib/call/call.ts';
import { firstReason } from '#web/lib/call/failure.ts';
import { inStore } from './offline.ts';

type Guest = { firstname: string; lastname: string; phone: string };
/** A trial guest added on a phone; the id is that of the new person, so that a repeated request creates one person. */
export type KeptGuest = {
  id: string;
  sessionId: string;
  person: Guest;
  userId: string;
  /** Why the server refused the guest, who then stays on the phone until the trainer has read it. */ refusal?: string;
};

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

/** Sends the stored guests one by one; a refused one stays, with the reason. */
export async function sendGuests(userId: string): Promise<void> {
  for (const guest of await keptGuests(userId)) {
    if (guest.refusal !== undefined) continue;
    const { id, sessionId, person } = guest;
    try {
      await api.participations.addWalkIn({ id, sessionId, person });
    } catch (error) {
      if (isWithoutLine(error)) return;
      await keepGuest({ ...guest, refusal: firstReason(error) });
      continue;
    }
    await dropGuest(id);
  }
}

/** Deletes a guest from the phone. */
export async function dropGuest(id: string): Promise<void> {
  await inStore('walkIns', 'readwrite', (store) => store.delete(id));
}
