import { isLack, overlaps, presentOf, type FeeLack } from './feeChoice.ts';
import { compareFees } from './feeChanges.ts';
import { familyLines } from './feeFlats.ts';
import { monthOf } from './feeMonths.ts';
import { withoutGonePayers } from './gonePayers.ts';
import { baseOf, departmentLines, entryLines, lineOf, type FeeWork, type InFlat } from './feeSingles.ts';
import type { ChargedFee, FeeCorrection, FeeFacts, FeeFault, FeeLine, FeeMember } from './feeTypes.ts';

/** The fees of every member for the months of a run, line by line, and the members without a matching rule. Pure. */
export function feeLines(facts: FeeFacts): { lines: FeeLine[]; corrections: FeeCorrection[]; faults: FeeFault[] } {
  const stays = facts.members.flatMap((member) => member.families.map(({ familyId }) => ({ familyId, member })));
  const inFamily = Map.groupBy(stays, ({ familyId }) => familyId);
  const families = facts.families.map((one) => ({
    ...one,
    members: [...new Set((inFamily.get(one.id) ?? []).map(({ member }) => member))],
  }));
  const work: FeeWork = { ...facts, families, period: { from: monthOf(facts.from), to: monthOf(facts.to) } };
  const lines: FeeLine[] = [];
  const faults: FeeFault[] = [];
  const flat: InFlat = { parts: new Set(), rhythms: new Map() };
  for (const family of families) lines.push(...familyLines(work, family, flat));
  for (const member of facts.members) {
    const { memberId, name } = member;
    const lacks: FeeLack[] = [];
    for (const { part, found } of baseOf(work, member, flat)) {
      if (flat.parts.has(`${memberId} ${part.months.from}`)) continue;
      if (isLack(found)) lacks.push(found);
      else lines.push(lineOf(found, 'base'));
    }
    for (const others of [departmentLines(work, member), entryLines(work, member)]) {
      lines.push(...others.lines);
      lacks.push(...others.lacks);
    }
    const told = new Map(lacks.map((lack) => [lack.reason, lack]));
    for (const lack of told.values()) faults.push({ memberId, name, ...lack });
  }
  const compared = compareFees(lines, facts, (charged) => isGone(facts.members, faults, charged));
  const { lines: paid, faults: unpaid } = withoutGonePayers(compared.lines, families, facts.rules);
  return { ...compared, lines: paid, faults: [...unpaid, ...faults] };
}

/** Whether nothing is owed any more, as opposed to no rule matching at present. */
function isGone(members: readonly FeeMember[], faults: readonly FeeFault[], { personId, slot, from, to }: ChargedFee): boolean {
  const known = members.filter((one) => one.personId === personId);
  const isFaulty = known.some(({ memberId }) => faults.some((fault) => fault.memberId === memberId));
  const months = { from: monthOf(from), to: monthOf(to) };
  const isInDepartment = known.some((one) =>
    one.slices.some(
      (slice) => slot === `dep:${slice.departmentId}` && overlaps(presentOf({ ...one, joinedOn: slice.from, leftOn: slice.to }), months),
    ),
  );
  return !isFaulty && !isInDepartment;
}
