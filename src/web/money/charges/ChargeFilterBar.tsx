import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import { chargeChoice, chargeFilters, type Filtering, type Usual } from './chargeFilters.ts';
import { useFurtherFilters } from './furtherFilters.tsx';

type ChargeFilterBarProps = Filtering & {
  /** The club whose charges are all listed; undefined lists those of courses, with fewer filters. */ club?: ClubName | undefined;
  usual: Usual;
  /** Buttons beside the filters. */ children: ReactNode;
};

const nothing = Object.fromEntries(keysOf(chargeChoice.shape).map((field) => [field, undefined]));

/** The search and filters of a list of charges. */
export function ChargeFilterBar({ club, ...rest }: ChargeFilterBarProps) {
  return club ? <ClubBar club={club} {...rest} /> : <Bar {...rest} further={[]} />;
}

function ClubBar({ club, ...rest }: Omit<ChargeFilterBarProps, 'club'> & { club: ClubName }) {
  return <Bar {...rest} further={useFurtherFilters(club, rest)} />;
}

function Bar({ choice, onChoose, usual, further, children }: Omit<ChargeFilterBarProps, 'club'> & { further: readonly Filter[] }) {
  return (
    <FilterBar
      search={{
        label: 'Name oder Zeichen',
        value: choice.search ?? '',
        onSearch: (search) => onChoose({ search: search || undefined }),
      }}
      filters={[...chargeFilters({ choice, onChoose, usual }), ...further]}
      onReset={() => onChoose(nothing)}
    >
      {children}
    </FilterBar>
  );
}
