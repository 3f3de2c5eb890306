import { Anchor, Breadcrumbs } from '@mantine/core';
import classes from './FilesPage.module.css';
import { labelOf } from './folders.ts';

/** The breadcrumb of the open folder. */
export function FolderPath({ folder, onOpen }: { folder: string; onOpen: (folder: string) => void }) {
  const parts = folder.split('/').filter(Boolean);
  const above = ['', ...parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)];
  return (
    <nav aria-label="Ordner" className={classes['path']}>
      <Breadcrumbs>
        {above.map((path) => {
          const label = path === '' ? 'Dateien' : labelOf(path.split('/').at(-2) ?? '');
          return path === folder ? (
            <span key={path} aria-current="page" className={classes['here']}>
              {label}
            </span>
          ) : (
            <Anchor key={path} component="button" type="button" onClick={() => onOpen(path)}>
              {label}
            </Anchor>
          );
        })}
      </Breadcrumbs>
    </nav>
  );
}
