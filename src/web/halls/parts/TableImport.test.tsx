import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { TableImport } from './TableImport.tsx';

const line = 'SV Übersee;Jörg Müller;Weg – 5 €';
const windows = Uint8Array.from([...line], (sign) => ({ '–': 0x96, '€': 0x80 })[sign] ?? sign.codePointAt(0) ?? 0);

test.each([
  ['as a German Excel saves it', windows],
  ['in UTF-8', new TextEncoder().encode(line)],
])('a CSV file %s is shown with its umlauts before it is checked', async (_name, bytes) => {
  signIn(userOf('admin'));
  const hand = show(
    <TableImport
      isOpen
      title="Organisationen einlesen"
      hint="Name;Ansprechpartner"
      placeholder=""
      isPending={false}
      onRead={() => undefined}
      onTaken={() => undefined}
      onClose={() => undefined}
    />,
  );
  await hand.reads('CSV-Datei öffnen');
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!chooser) throw new Error('no field for a file');
  await hand.user.upload(chooser, new File([bytes], 'liste.csv', { type: 'text/csv' }));
  await waitFor(() => expect(hand.field('Zeilen').value).toBe(line));
});
