import type { Objection } from '#shared/halls/seasons/objections.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import type { TakenTime } from '../RefusalList.tsx';

/** The mutation that takes an objection back: in the portal or behind the link of a mail. */
type Withdrawing = { mutate: (id: string, settle: { onSuccess: () => void; onError: (error: unknown) => void }) => void };

/** Takes an objection back, and says so. */
export function withdrawObjection({ mutate }: Withdrawing, id: string): void {
  mutate(id, { onSuccess: () => notify('Zurückgezogen.'), onError: notifyProblem });
}

/** The free times that open objections ask for, by wish. */
export function takenTimes(objections: readonly Objection[], withdrawing: Withdrawing): Map<string, TakenTime> {
  return new Map(
    objections.flatMap(({ id, wishId, place, state }) =>
      state === 'open' && wishId && place
        ? [[wishId, { words: place.words, onTakeBack: () => withdrawObjection(withdrawing, id) }] as const]
        : [],
    ),
  );
}
