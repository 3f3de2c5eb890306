import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { boot } from '#web/lib/boot.ts';

const sameEverywhere: readonly ListedCourse['phase']['kind'][] = ['draft', 'cancelled', 'ended', 'paused', 'none', 'external'];

/** How an offer can be joined now, in words; a club without online enrolments knows of no free seats. */
export function phaseWords({ club, phase, free }: Pick<ListedCourse, 'club' | 'phase'> & Partial<Pick<ListedCourse, 'free'>>): string {
  if (!boot.clubs[club].hasParticipations && !sameEverywhere.includes(phase.kind)) return 'Anmeldung direkt beim Verein';
  if (phase.action !== 'register' || typeof free !== 'number') return phase.text;
  return free === 1 ? 'noch 1 Platz' : `noch ${free} Plätze`;
}
