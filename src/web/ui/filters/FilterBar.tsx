import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { SearchField } from '../lists/SearchField.tsx';
import { useWide } from '../lists/useWide.ts';
import { Icon } from '../plain/Icon.tsx';
import classes from './FilterBar.module.css';

/** One filter of a list: its field, and whether it is set. */
export type Filter = { name: string; isSet: boolean; field: ReactNode };

type FilterBarProps = {
  search?: { label: string; value: string; onSearch: (text: string) => void };
  filters: readonly Filter[];
  /** Resets all filters and the search; the button shows only when something is set. */ onReset?: () => void;
  /** Further buttons, such as saved views. */ children?: ReactNode;
};

/** On a wide screen this many filters are always visible; the others appear when set, or behind a button. */
const atOnce = 3;

/** The filters of a list: search, filters, and a reset button. On a phone the filters collapse below the search. */
export function FilterBar({ search, filters, onReset, children }: FilterBarProps) {
  const isWide = useWide();
  const [isOpen, { toggle }] = useDisclosure();
  const set = filters.filter(({ isSet }) => isSet).length;
  const shown = filters.filter(({ isSet }, at) => isOpen || (isWide && (at < atOnce || isSet)));
  const isReset = onReset && (set > 0 || Boolean(search?.value));
  return (
    <div className={classes['bar']}>
      {search && (
        <div className={classes['search']} data-set={Boolean(search.value)}>
          <SearchField {...search} />
        </div>
      )}
      {!isWide && <FoldButton label={set > 0 ? `Filter (${set})` : 'Filter'} isOpen={isOpen} onToggle={toggle} />}
      {shown.map(({ name, isSet, field }) => (
        <div key={name} className={classes['filter']} data-set={isSet}>
          {field}
        </div>
      ))}
      {isWide && filters.length > atOnce && (isOpen || shown.length < filters.length) && (
        <FoldButton label={isOpen ? 'Weniger Filter' : 'Weitere Filter'} isOpen={isOpen} onToggle={toggle} />
      )}
      {isReset && (
        <Button variant="subtle" onClick={onReset} leftSection={<Icon name="x" size={18} />}>
          Filter zurücksetzen
        </Button>
      )}
      {children}
    </div>
  );
}

type FoldButtonProps = { label: string; isOpen: boolean; onToggle: () => void };

function FoldButton({ label, isOpen, onToggle }: FoldButtonProps) {
  return (
    <Button variant="default" onClick={onToggle} aria-expanded={isOpen} leftSection={<Icon name="filter" size={18} />}>
      {label}
    </Button>
  );
}
