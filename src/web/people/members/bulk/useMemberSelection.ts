import { useState } from 'react';
import type { SelectedBy } from '#shared/people/memberBatch.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMemberMutations, type MemberFilter } from '../queries.ts';

type Selected = { ids: ReadonlySet<string>; of?: SelectedBy };

/** The selected members: individually, or all that a filter finds with exceptions. */
export function useMemberSelection(filter: MemberFilter) {
  const { select } = useMemberMutations();
  const [{ ids, of }, setChosen] = useState<Selected>({ ids: new Set() });
  return {
    selected: ids,
    of,
    /** Whether all that the current filter finds are selected, including rows not loaded. */
    isAll: of !== undefined && JSON.stringify(of.filter) === JSON.stringify(filter),
    setSelected: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) =>
      setChosen((chosen) => {
        const next = change(chosen.ids);
        // A row added by hand is not part of the filter's result, but a row left out needs no new query.
        const isPart = chosen.of !== undefined && next.size > 0 && [...next].every((id) => chosen.ids.has(id));
        return { ids: next, ...(isPart && { of: chosen.of }) };
      }),
    selectAll: () =>
      select.mutate(filter, {
        onSuccess: ({ ids: found, count, mark }) => {
          if (count > found.length)
            notify(`Das sind ${count.toLocaleString('de')} Mitglieder, auf einmal gehen ${found.length}: Bitte enger filtern.`);
          else setChosen({ ids: new Set(found), of: { filter, mark } });
        },
      }),
  };
}
