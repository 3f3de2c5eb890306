import { useState } from 'react';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { ChargeFilter, ListedCharge } from '#shared/money/charges.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useBatchMutations } from './queries.ts';

/** A selected charge, in the version that was shown. */
export type ChosenCharge = { id: string; version: number; restCents: number };

/** Whether a charge can be part of a bulk action. */
export function isChangeable({ state, cents }: ListedCharge): boolean {
  return chargeSets.due.includes(state) && cents > 0;
}

/** The selected charges: individually, or all open ones of the filter. */
export function useChargeSelection(filter: ChargeFilter, rows: readonly ListedCharge[]) {
  const { select } = useBatchMutations();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [found, setFound] = useState<ReadonlyMap<string, ChosenCharge>>(new Map());
  const listed = new Map(rows.filter(isChangeable).map((row) => [row.id, { id: row.id, version: row.version, restCents: restOf(row) }]));
  const chosen = [...selected].flatMap((id) => listed.get(id) ?? found.get(id) ?? []);
  return {
    selected,
    setSelected,
    chosen,
    /** How many of them the list does not show at the moment. */
    unseen: chosen.filter(({ id }) => !listed.has(id)).length,
    /** How many other listed charges could be selected. */
    others: listed.size - chosen.filter(({ id }) => listed.has(id)).length,
    isSelecting: select.isPending,
    clear: () => (setSelected(new Set()), setFound(new Map())),
    selectAll: () =>
      select.mutate(filter, {
        onSuccess: ({ items, count }) => {
          if (count > items.length)
            return notify(`Das sind ${count.toLocaleString('de')} Forderungen, auf einmal gehen ${items.length}: Bitte enger filtern.`);
          setFound(new Map(items.map((item) => [item.id, item])));
          setSelected(new Set(items.map(({ id }) => id)));
        },
        onError: notifyProblem,
      }),
  };
}
