import type { FeeException, FeeMember, FeeRule } from './feeTypes.ts';

/** The agreed exception from a rule on a day, even if its proof has expired. */
export function agreedOn({ exceptions }: FeeMember, rule: FeeRule, day: string): FeeException | undefined {
  return exceptions.find(
    ({ layer, departmentId, from, to }) =>
      layer === rule.layer && departmentId === rule.departmentId && from <= day && (to === null || to >= day),
  );
}

/** The valid exception from a rule on a day. */
export function exceptionOf(member: FeeMember, rule: FeeRule, day: string): FeeException | undefined {
  const found = agreedOn(member, rule, day);
  return found && (found.proofUntil === null || found.proofUntil >= day) ? found : undefined;
}

/** The price under an exception. */
export function exceptionalPrice({ kind, cents, percent }: FeeException, price: number): number {
  if (kind === 'free') return 0;
  return kind === 'cents' ? cents : Math.floor((price * (100 - percent)) / 100 + 0.5);
}
