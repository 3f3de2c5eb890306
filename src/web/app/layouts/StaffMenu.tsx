import { NavLink, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useKept } from '#web/lib/kept/useKept.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import { z } from 'zod';
import { pages, type Page } from '#shared/kernel/pages.ts';
import { useMenuCounts } from '#web/office/parts/useMenuCounts.ts';
import { menuPath, tabsOf, useStaffMenu, type MenuPages } from '#web/lib/session/useStaffMenu.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './AdminLayout.module.css';
import { PinnedViews } from './PinnedViews.tsx';

/** Up to as many entries nothing folds. */
const unfoldedUpTo = 12;

/** The navigation of the admin area; its groups fold, and stay so in this browser. */
export function StaffMenu({
  onNavigate,
  isRail = false,
  isOnPhone = false,
}: {
  onNavigate: () => void;
  /** Icons only, their names as tooltips. */ isRail?: boolean;
  /** With the pages that only phones use. */ isOnPhone?: boolean;
}) {
  const groups = useStaffMenu(isOnPhone);
  const counts = useMenuCounts(groups);
  const foldedGroups = useFoldedGroups();
  const mayFold = !isRail && groups.flatMap(({ pages: shown }) => shown).length > unfoldedUpTo;
  return (
    <nav aria-label="Verwaltung" className={classes['nav']} data-rail={isRail || undefined}>
      <PinnedViews isRail={isRail} onNavigate={onNavigate} />
      {groups.map((group) => (
        <MenuGroup
          key={group.title ?? ''}
          {...group}
          counts={counts}
          foldedGroups={mayFold ? foldedGroups : undefined}
          isRail={isRail}
          onNavigate={onNavigate}
        />
      ))}
    </nav>
  );
}

/** Pages with further menu entries below their path: they are active on an exact match only. */
const hasEntriesBelow: ReadonlySet<string> = new Set(['/admin', pages.adminMoney.path]);

type MenuGroupProps = MenuPages & {
  counts: ReturnType<typeof useMenuCounts>;
  /** Undefined where nothing folds. */ foldedGroups: ReturnType<typeof useFoldedGroups> | undefined;
  isRail: boolean;
  onNavigate: () => void;
};

function MenuGroup({ title, pages: shown, counts, foldedGroups, isRail, onNavigate }: MenuGroupProps) {
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isAt = (target: string) => path === target || (!hasEntriesBelow.has(target) && path.startsWith(`${target}/`));
  const isActive = (page: Page) => tabsOf(page).some((tab) => isAt(menuPath(tab)));
  const isCurrent = shown.some(isActive);
  // The group of the open page never folds.
  const mayFold = title !== undefined && foldedGroups !== undefined && !isCurrent;
  const isFolded = mayFold && foldedGroups.isFolded(title);
  return (
    <div role={title && 'group'} aria-labelledby={title && id}>
      {title && (
        <h2 id={id}>
          {mayFold ? (
            <UnstyledButton className={classes['fold']} aria-expanded={!isFolded} onClick={() => foldedGroups.toggle(title)}>
              {title}
              {isFolded && <Folded counts={shown.map((page) => counts.get(menuPath(page)))} />}
              <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={16} />
            </UnstyledButton>
          ) : (
            title
          )}
        </h2>
      )}
      {!isFolded &&
        shown.map((page) => {
          const target = menuPath(page);
          const waiting = counts.get(target);
          const wordsId = `${id}-${page.path}`;
          return (
            <NavLink
              key={page.path}
              component={Link}
              to={target}
              label={page.label}
              title={isRail ? page.label : undefined}
              leftSection={<Icon name={page.icon ?? 'point'} size={20} />}
              // The name of the link stays; what waits is read after it.
              rightSection={waiting && <Waiting id={wordsId} {...waiting} />}
              aria-describedby={waiting && wordsId}
              // By default the router would mark /admin as active on every page below it.
              activeOptions={{ exact: true, includeSearch: false }}
              active={isActive(page)}
              onClick={onNavigate}
            />
          );
        })}
    </div>
  );
}

/** The number at an entry, and as its description what waits: "3 Anträge". */
function Waiting({ id, count, words }: { id: string; count: number; words: string }) {
  return (
    <span className={classes['count']} aria-hidden title={words}>
      {count}
      <span id={id} hidden>
        {words}
      </span>
    </span>
  );
}

/** What waits in a folded group, added up. */
function Folded({ counts }: { counts: readonly ({ count: number } | undefined)[] }) {
  const count = counts.reduce((sum, one) => sum + (one?.count ?? 0), 0);
  if (count === 0) return null;
  return (
    <span className={classes['count']} aria-hidden>
      {count}
    </span>
  );
}

const folds = z.record(z.string(), z.boolean());
type Folds = Readonly<z.infer<typeof folds>>;

const foldsOf = (stored: unknown): Folds => folds.safeParse(stored).data ?? {};

/** Which groups are folded in this browser. */
function useFoldedGroups() {
  const [chosen, setChosen] = useKept('menu.folded', foldsOf);
  const isLow = useMediaQuery('(max-height: 56em)', false, { getInitialValueInEffect: false });
  const isFolded = (title: string) => chosen[title] ?? (title === 'Verwalten' || (title === 'Mitteilen' && Boolean(isLow)));
  return { isFolded, toggle: (title: string) => setChosen({ ...chosen, [title]: !isFolded(title) }) };
}
