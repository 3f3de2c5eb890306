import { germanDate } from '#shared/kernel/calendar.ts';
import type { RuledFamily } from './feeChoice.ts';
import type { FeeFault, FeeLine, FeeRule } from './feeTypes.ts';

/**
 * Takes out the new lines that a payer would owe for their family after leaving the club or dying; each such family becomes one fault. What
 * a payer owes for themselves stays, and so does what was charged already.
 */
export function withoutGonePayers(
  lines: readonly FeeLine[],
  families: readonly RuledFamily[],
  rules: readonly FeeRule[],
): { lines: FeeLine[]; faults: FeeFault[] } {
  const gone = families.filter((family) => family.gone !== undefined);
  if (gone.length === 0) return { lines: [...lines], faults: [] };
  const flats = new Set(rules.filter(({ layer }) => layer === 'family').map(({ id }) => id));
  const familyOf = ({ memberId, personId, payerId, ruleId, change }: FeeLine) =>
    change !== 'new' || (personId === payerId && !flats.has(ruleId))
      ? undefined
      : gone.find((family) => family.payerPersonId === payerId && family.members.some((member) => member.memberId === memberId));
  // What costs nothing because a charged flat price contains it asks for no payer.
  const held = new Set(lines.flatMap((line) => (line.cents > 0 ? (familyOf(line) ?? []) : [])));
  const kept = lines.filter((line) => {
    const family = familyOf(line);
    return !family || !held.has(family);
  });
  return { lines: kept, faults: [...held].map(faultOf) };
}

function faultOf({ id, name, gone, members }: RuledFamily): FeeFault {
  const left =
    gone &&
    `${gone.name} zahlt und ${gone.hasDied ? `ist am ${germanDate(gone.on)} gestorben` : `gehört nur bis ${germanDate(gone.on)} zum Verein`}.`;
  return {
    memberId: members[0]?.memberId ?? '',
    name: `Familie ${name}`,
    reason: left ?? '',
    lacks: 'payer',
    ruleId: null,
    family: { id, leftOn: gone?.hasDied ? null : (gone?.on ?? null) },
  };
}
