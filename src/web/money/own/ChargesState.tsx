import { useQuery } from '@tanstack/react-query';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { myChargesQuery } from '../charges/queries.ts';
import { isOwed } from './dueWords.ts';

/** A summary of what is due; renders nothing if nothing is. */
export function ChargesState() {
  const { data = [] } = useQuery(myChargesQuery());
  const due = data.filter(isOwed);
  return due.length > 0 && <span data-tone="waiting">{euros(due.reduce((sum, one) => sum + restOf(one), 0))} offen</span>;
}
