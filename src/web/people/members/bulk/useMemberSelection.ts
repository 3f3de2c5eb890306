import { useState } from 'react';
import type { SelectedBy } from '#shared/people/memberBatch.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMemberMutations, type MemberFilter } from '../queries.ts';

type Selected = { ids: ReadonlySet<string>; of?: SelectedBy };

/** Which members are ticked: one by one, or all that a filter finds, of which single ones may be left out. */
export function useMemberSelection(filter: MemberFilter) {
  const { select } = useMemberMutations();
  const [{ ids, of }, setChosen] = useState<Selected>({ ids: new Set() });
  return {
    selected: ids,
    of,
    /** Whether those are chosen that the list shows now, further down too. */
    isAll: of !== undefined && JSON.stringify(of.filter) === JSON.stringify(filter),
    setSelected: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) =>
      setChosen((chosen) => {
        const next = change(chosen.ids);
        // Records ticked besides were not found by the filter; records left out need no new query.
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
