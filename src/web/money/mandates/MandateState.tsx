import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { mandateStateNames } from '#shared/money/mandateWords.ts';
import type { Mandate } from '#shared/money/mandates.ts';
import { today } from '#web/lib/berlinDay.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

const warnedDays = 90;

/** Whether a mandate can be used, in a word. */
export function MandateState({ mandate: { state, isPaused, lapsesOn } }: { mandate: Pick<Mandate, 'state' | 'isPaused' | 'lapsesOn'> }) {
  if (state === 'incomplete') return <StateMark tone="bad">unvollständig, wird nicht eingezogen</StateMark>;
  if (state !== 'active') return <StateMark tone="quiet">{mandateStateNames[state]}</StateMark>;
  if (isPaused) return <StateMark tone="waiting">ruht</StateMark>;
  if (lapsesOn && lapsesOn <= addDays(today(), warnedDays))
    return <StateMark tone="waiting">{`gültig, erlischt am ${germanDate(lapsesOn)}`}</StateMark>;
  return <StateMark tone="good">{mandateStateNames.active}</StateMark>;
}
