import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { SearchField } from '../lists/SearchField.tsx';
import { useWide } from '../lists/useWide.ts';
import { Icon } from '../plain/Icon.tsx';
import classes from './FilterBar.module.css';

/** One choice that narrows a list down: its field, and whether something is chosen there. */
export type Filter = { name: string; isSet: boolean; field: ReactNode };

type FilterBarProps = {
  search?: { label: string; value: string; onSearch: (text: string) => void };
  filters: readonly Filter[];
  /** Takes every choice and the search back; offered where there is something to take back. */ onReset?: () => void;
  /** Buttons that stand beside the filters, such as the saved views. */ children?: ReactNode;
};

/** So many filters stand there at once on a wide screen; others appear once they are set, or behind a button. */
const atOnce = 3;

/** What narrows a list down: search, filters, and a way to take all of it back. On a phone the filters fold away below the search. */
export function FilterBar({ search, filters, onReset, children }: FilterBarProps) {
  const isWide = useWide();
  const [isOpen, { toggle }] = useDisclosure();
  const set = filters.filter(({ isSet }) => isSet).length;
  const shown = filters.filter(({ isSet }, at) => isOpen || (isWide && (at < atOnce || isSet)));
  const isReset = onReset && (set > 0 || Boolean(search?.value));
  return (
    <div className={`${classes['bar']} no-print`}>
      {search && (
        <div className={classes['search']}>
          <SearchField {...search} />
        </div>
      )}
      {!isWide && <FoldButton label={set > 0 ? `Filter (${set})` : 'Filter'} isOpen={isOpen} onToggle={toggle} />}
      {shown.map(({ name, field }) => (
        <div key={name} className={classes['filter']}>
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
