import { formatBytes } from '#web/lib/format.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './FilesPage.module.css';
import type { Folder } from './folders.ts';

/** A folder row that opens it. */
export function FolderRow({ folder, onOpen }: { folder: Folder; onOpen: (path: string) => void }) {
  const { path, label, files, sizeBytes } = folder;
  const inside = files === 0 ? 'leer' : `${files === 1 ? '1 Datei' : `${files} Dateien`}, ${formatBytes(sizeBytes)}`;
  return (
    <li>
      <button type="button" className={classes['folder']} onClick={() => onOpen(path)}>
        <span className={classes['sign']}>
          <Icon name="folder" size={24} />
        </span>
        <span className={classes['what']}>
          <span className={classes['name']}>{label}</span>
          <span className={classes['facts']}>{inside}</span>
        </span>
        <Icon name="chevron-right" />
      </button>
    </li>
  );
}
