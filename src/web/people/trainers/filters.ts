import { z } from 'zod';
import { clubNames } from '#shared/kernel/clubs.ts';
import { clearanceLightNames, clearanceLights, standsUncovered } from '#shared/people/clearances.ts';
import { proofSoonDays } from '#shared/people/trainers/trainerProofs.ts';
import { endsSoon, missingProofs, type TrainerFile } from '#shared/people/trainers/files.ts';

/** The filters of the list of trainers, kept in the URL. */
export const trainersAddress = z.object({
  state: z.enum(['all', 'uncovered', 'idle', ...clearanceLights]).default('all'),
  proofs: z.enum(['all', 'ending', 'missing', 'reported']).default('all'),
  department: z.uuid().optional(),
  youth: z.literal('only').optional(),
  club: z.enum(clubNames).optional(),
});
export type TrainerFilter = z.output<typeof trainersAddress>;

export const stateChoices = [
  { value: 'all', label: 'Alle' },
  { value: 'uncovered', label: 'Angebot mit Minderjährigen, nicht in Ordnung' },
  { value: 'idle', label: 'Leitet nichts mehr, letzter Tag fehlt' },
  ...clearanceLights.map((value) => ({ value, label: clearanceLightNames[value] })),
];

export const proofChoices = [
  { value: 'all', label: 'Alle' },
  { value: 'ending', label: `Läuft in ${proofSoonDays} Tagen ab oder ist abgelaufen` },
  { value: 'missing', label: 'Lizenz, Erste Hilfe oder Kodex fehlt' },
  { value: 'reported', label: 'Selbst eingetragen, noch nicht gesehen' },
];

/** Whether a trainer matches the filters. */
export function isShown(one: TrainerFile, { state, proofs, department, youth }: TrainerFilter): boolean {
  if (state === 'uncovered' && !standsUncovered(one)) return false;
  if (state === 'idle' && !one.isLastDayMissing) return false;
  if (clearanceLights.some((light) => light === state) && one.light !== state) return false;
  if (proofs === 'ending' && !endsSoon(one)) return false;
  if (proofs === 'missing' && missingProofs(one).length === 0) return false;
  if (proofs === 'reported' && !one.proofs.some(({ isReported }) => isReported)) return false;
  if (department && !one.departments.some(({ id }) => id === department)) return false;
  return !youth || one.youthOffers.length > 0;
}
