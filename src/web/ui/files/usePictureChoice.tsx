import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pictureUrl, type PublicFolder } from '#shared/kernel/storage.ts';
import { AltTextField } from './AltTextField.tsx';
import { PictureField } from './PictureField.tsx';

type Picture = { src: string; alt: string };
type Asked = { answer: (picture: Picture | undefined) => void };

/** For the editor's picture button: a dialog that uploads a picture and asks for its text alternative. */
export function usePictureChoice(club: ClubName, folder: PublicFolder): { choose: () => Promise<Picture | undefined>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>();
  const choose = () => new Promise<Picture | undefined>((answer) => setAsked({ answer }));
  const close = (picture?: Picture) => {
    asked?.answer(picture);
    setAsked(undefined);
  };
  const dialog = (
    <Modal opened={asked !== undefined} onClose={() => close()} title="Bild einfügen" centered>
      {asked && <PictureForm club={club} folder={folder} onDone={close} />}
    </Modal>
  );
  return { choose, dialog };
}

type PictureFormProps = { club: ClubName; folder: PublicFolder; onDone: (picture?: Picture) => void };

function PictureForm({ club, folder, onDone }: PictureFormProps) {
  const [path, setPath] = useState('');
  const [alt, setAlt] = useState('');
  return (
    <Stack gap="sm">
      <PictureField label="Bild" club={club} folder={folder} value={path} onChange={setPath} />
      <AltTextField value={alt} onChange={(event) => setAlt(event.currentTarget.value)} />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onDone()}>
          Abbrechen
        </Button>
        <Button disabled={path === '' || alt.trim() === ''} onClick={() => onDone({ src: pictureUrl(path, 960), alt: alt.trim() })}>
          Einfügen
        </Button>
      </Group>
    </Stack>
  );
}
