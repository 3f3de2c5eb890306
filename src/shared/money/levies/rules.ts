import { ageOn } from '#shared/kernel/age.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';

/** The facts of a membership that the selection of members depends on. */
export type LevyMember = {
  kind: MemberKind;
  birthDate: LocalDate | null;
  slices: readonly { departmentId: string; from: LocalDate; to: LocalDate | null }[];
};

/** The selection of members; empty lists and nulls match everybody. */
export type LevyFilter = { memberKinds: readonly MemberKind[]; departmentId: string | null; ageFrom: number | null; ageTo: number | null };

/** Whether a member is selected on a day; a sentence for the board if that cannot be decided. */
export function meansMember(member: LevyMember, filter: LevyFilter, day: LocalDate): boolean | string {
  const { memberKinds, departmentId, ageFrom, ageTo } = filter;
  if (memberKinds.length > 0 && !memberKinds.includes(member.kind)) return false;
  const isIn = ({ departmentId: id, from, to }: LevyMember['slices'][number]) =>
    id === departmentId && from <= day && (to === null || to >= day);
  if (departmentId !== null && !member.slices.some(isIn)) return false;
  if (ageFrom === null && ageTo === null) return true;
  if (member.birthDate === null) return 'Das Geburtsdatum fehlt.';
  const age = ageOn(member.birthDate, day);
  return age >= (ageFrom ?? 0) && age <= (ageTo ?? 200);
}

/** 75 minutes are "1,25 Stunden". */
export function hoursWords(minutes: number): string {
  const hours = (minutes / 60).toLocaleString('de-DE', { maximumFractionDigits: 2 });
  return minutes === 60 ? '1 Stunde' : `${hours} Stunden`;
}
