import { Avatar, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { largestBytes, pictureUrl } from '#shared/kernel/storage.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { uploadText } from '#web/ui/files/uploadTexts.ts';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import classes from './ProfilePicture.module.css';
import { toStorageError } from '#web/lib/storage/storageError.ts';
import { pictureQuery, useDeletePicture, useRefreshPicture } from '../folders/queries.ts';

/** The user's own picture: visible to them and the board, stored without camera metadata. */
export function ProfilePicture() {
  const { user } = useAuth();
  const { data } = useQuery(pictureQuery);
  const [isChanging, setIsChanging] = useState(false);
  const refresh = useRefreshPicture();
  const { mutate: remove, isPending, error } = useDeletePicture();
  if (!user || !data) return null;
  const url = data.generation ? pictureUrl(data.path, 320, data.generation) : null;
  return (
    <RowPart
      id="bild"
      title="Profilbild"
      state={url ? 'Eingestellt' : 'Noch keines'}
      lead="Ihr Bild sehen nur Sie selbst und der Vorstand Ihres Vereins."
    >
      <div className={classes['row']}>
        <Avatar src={url} alt={url ? 'Ihr Profilbild' : ''} name={user.fullName} size={96} radius={96} />
        {url && !isChanging && (
          <div className={classes['buttons']}>
            <Button variant="default" leftSection={<Icon name="photo-edit" size={18} />} onClick={() => setIsChanging(true)}>
              Anderes Bild
            </Button>
            <Button variant="default" leftSection={<Icon name="trash" size={18} />} loading={isPending} onClick={() => remove(data.path)}>
              Bild löschen
            </Button>
            {error && <p role="alert">{uploadText(toStorageError(error))}</p>}
          </div>
        )}
        {(!url || isChanging) && (
          <div className={classes['box']}>
            <UploadBox
              what="Bild"
              kind="pictures"
              largestBytes={largestBytes.public}
              pathOf={() => data.path}
              onStored={() => {
                setIsChanging(false);
                refresh();
              }}
            />
            {isChanging && (
              <Button variant="subtle" mt="xs" onClick={() => setIsChanging(false)}>
                Doch nicht
              </Button>
            )}
          </div>
        )}
      </div>
    </RowPart>
  );
}
