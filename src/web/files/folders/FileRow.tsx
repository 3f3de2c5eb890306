import { ActionIcon, Menu } from '@mantine/core';
import type { ListedFile } from '#shared/files/files.ts';
import { pictureUrl } from '#shared/kernel/storage.ts';
import { formatBytes, formatDateTime } from '#web/lib/format.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './FilesPage.module.css';
import { isPublic } from './folders.ts';
import { useFileActions } from './useFileActions.ts';

/** A file with its type, its uses and its actions. */
export function FileRow({ file, showsPath }: { file: ListedFile; showsPath: boolean }) {
  const { copyAddress, download, remove } = useFileActions();
  const size = file.width === null ? '' : ` · ${file.width} × ${file.height}`;
  return (
    <li className={classes['file']}>
      <span className={classes['sign']}>
        {file.width === null ? (
          <Icon name={file.contentType === 'application/pdf' ? 'file-type-pdf' : 'file'} size={24} />
        ) : (
          <img src={pictureUrl(file.path, 320, file.generation)} alt="" loading="lazy" />
        )}
      </span>
      <span className={classes['what']}>
        <span className={classes['name']}>{showsPath ? file.path : file.name}</span>
        <span className={classes['facts']}>
          {formatBytes(file.sizeBytes)}
          {size} · {formatDateTime(file.updatedAt)}
        </span>
        {file.uses.map(({ what }) => (
          <span key={what} className={classes['facts']}>
            Verwendet: {what}
          </span>
        ))}
      </span>
      <Menu position="bottom-end" width={220} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Aktionen für ${file.name}`}>
            <Icon name="dots-vertical" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="download" />} onClick={() => download(file)}>
            Herunterladen
          </Menu.Item>
          {isPublic(file.path) && (
            <Menu.Item leftSection={<Icon name="link" />} onClick={() => copyAddress(file)}>
              Adresse kopieren
            </Menu.Item>
          )}
          <Menu.Item c="danger" leftSection={<Icon name="trash" />} onClick={() => remove(file)}>
            Löschen
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
