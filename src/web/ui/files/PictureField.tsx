import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { largestBytes, publicPath, type PublicFolder } from '#shared/kernel/storage.ts';
import { newId } from '#web/lib/newId.ts';
import { Icon } from '../plain/Icon.tsx';
import classes from './PictureField.module.css';
import { StoredPicture } from './StoredPicture.tsx';
import { UploadBox } from './UploadBox.tsx';

type PictureFieldProps = {
  label: string;
  club: ClubName;
  /** The folder by kind of record: courses, events, news, pages or facilities. */
  folder: PublicFolder;
  /** The path of the stored picture; empty for none. */
  value: string;
  onChange: (path: string) => void;
};

/**
 * A picture in a form: it is uploaded at once under a unique name, and the form holds its path. A removed picture stays
 * stored until the record is saved without it and the board deletes it under "Dateien".
 */
export function PictureField({ label, club, folder, value, onChange }: PictureFieldProps) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <fieldset className={classes['field']}>
      <legend className={classes['label']}>{label}</legend>
      {(value === '' || isChanging) && (
        <UploadBox
          what="Bild"
          kind="pictures"
          largestBytes={largestBytes.public}
          pathOf={() => publicPath(club, folder, newId())}
          onStored={({ fullPath }) => {
            setIsChanging(false);
            onChange(fullPath);
          }}
        />
      )}
      {value !== '' && isChanging && (
        <Button variant="subtle" mt="xs" onClick={() => setIsChanging(false)}>
          Doch nicht
        </Button>
      )}
      {value !== '' && !isChanging && (
        <div className={classes['chosen']}>
          <StoredPicture path={value} alt={label} sizes="(max-width: 30em) 100vw, 24rem" className={classes['picture']} />
          <Button variant="default" leftSection={<Icon name="photo-edit" size={18} />} onClick={() => setIsChanging(true)}>
            Anderes Bild
          </Button>
          <Button variant="default" leftSection={<Icon name="trash" size={18} />} onClick={() => onChange('')}>
            Bild entfernen
          </Button>
        </div>
      )}
    </fieldset>
  );
}
