import { memberPhase, memberPhaseNames } from '#shared/people/memberWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

const tones = { current: 'good', leaving: 'waiting', left: 'quiet', future: 'waiting' } as const;

/** The current state of a membership. */
export function MemberState({ member }: { member: { joinedOn: string; leftOn: string | null; diedOn?: string | null } }) {
  if (member.diedOn) return <StateMark tone="quiet">Verstorben</StateMark>;
  const phase = memberPhase(member, today());
  return <StateMark tone={tones[phase]}>{memberPhaseNames[phase]}</StateMark>;
}
