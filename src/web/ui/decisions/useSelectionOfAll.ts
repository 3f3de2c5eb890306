import { useState } from 'react';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';

/** What the server says of all rows of a filter: as many ids as one change may have, their number, and a mark of which they are. */
type Found = { ids: string[]; count: number; mark: string };
type Selected<Filter> = { ids: ReadonlySet<string>; of?: { filter: Filter; mark: string } };
type Words<Filter> = { select: (filter: Filter) => Promise<Found>; /** Of several rows: "Mitglieder". */ noun: string };

/** The selected rows of a list: individually, or all that its filter finds with exceptions. */
export function useSelectionOfAll<Filter extends object>(filter: Filter, { select, noun }: Words<Filter>) {
  const [{ ids, of }, setChosen] = useState<Selected<Filter>>({ ids: new Set() });
  const selecting = useMutation({ mutationFn: select, onError: notifyProblem });
  return {
    selected: ids,
    /** The filter by which all were selected, if they were. */
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
    clear: () => setChosen({ ids: new Set() }),
    selectAll: () =>
      selecting.mutate(filter, {
        onSuccess: ({ ids: found, count, mark }) => {
          if (count > found.length)
            notify(`Das sind ${count.toLocaleString('de')} ${noun}, auf einmal gehen ${found.length}: Bitte enger filtern.`);
          else setChosen({ ids: new Set(found), of: { filter, mark } });
        },
      }),
  };
}
