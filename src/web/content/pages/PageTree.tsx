import { UnstyledButton } from '@mantine/core';
import { pageStateNames, type ListedPage } from '#shared/content/contentPages.ts';
import { legalPages } from '#shared/content/legalPages.ts';
import { pageAddress } from '#shared/content/contentAddress.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import classes from './PageTree.module.css';

type PageTreeProps = { pages: readonly ListedPage[]; onOpen: (id: string) => void };

/** The pages as in the menu: children below their parent, in order. */
export function PageTree({ pages, onOpen }: PageTreeProps) {
  return <Level pages={pages} parent={null} onOpen={onOpen} />;
}

function Level({ pages, parent, onOpen }: PageTreeProps & { parent: string | null }) {
  const here = pages.filter(({ parentId }) => parentId === parent);
  if (here.length === 0) return null;
  return (
    <ul className={classes['level']} aria-label={parent === null ? 'Seiten' : undefined}>
      {here.map((page) => (
        <li key={page.id}>
          <UnstyledButton className={classes['page']} onClick={() => onOpen(page.id)}>
            <span className={classes['title']}>{page.title}</span>
            <span className={classes['address']}>{pageAddress(page.club, page.slug)}</span>
            <span className={classes['marks']}>
              <StateMark tone={page.state === 'published' ? 'good' : 'waiting'}>{pageStateNames[page.state]}</StateMark>
              {page.legalKind && <StateMark tone="quiet">{legalPages[page.legalKind].label}</StateMark>}
              {page.menuLabel && <StateMark tone="quiet">{`Menü ${page.menuOrder}`}</StateMark>}
            </span>
          </UnstyledButton>
          <Level pages={pages} parent={page.id} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
