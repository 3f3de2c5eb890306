import { Checkbox, type CheckboxProps } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import { collectable, type Payment } from '#shared/money/mandates.ts';

type CollectOpenProps = Pick<CheckboxProps, 'checked' | 'onChange'> & {
  payment: Payment;
  /** Null: everybody that the payer pays for. */ forPersonId: string | null;
};

/** Offers to collect open transfers by a mandate; renders nothing if there are none. */
export function CollectOpen({ payment, forPersonId, ...input }: CollectOpenProps) {
  const { count, cents } = collectable(payment, forPersonId);
  if (count === 0) return null;
  return (
    <Checkbox label={`${count === 1 ? 'Die offene Forderung' : `${count} offene Forderungen`} (${euros(cents)}) einziehen`} {...input} />
  );
}
