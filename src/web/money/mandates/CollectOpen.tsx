import { Checkbox, type CheckboxProps } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import { collectable, type Payment } from '#shared/money/mandates.ts';

type CollectOpenProps = Pick<CheckboxProps, 'checked' | 'onChange'> & {
  payment: Payment;
  /** Null: all whom the payer pays for. */ forPersonId: string | null;
};

/** Offers to collect by a mandate what waits for a transfer so far; nothing where nothing waits. */
export function CollectOpen({ payment, forPersonId, ...input }: CollectOpenProps) {
  const { count, cents } = collectable(payment, forPersonId);
  if (count === 0) return null;
  return (
    <Checkbox label={`${count === 1 ? 'Die offene Forderung' : `${count} offene Forderungen`} (${euros(cents)}) einziehen`} {...input} />
  );
}
