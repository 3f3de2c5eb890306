import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clubsContract, type ClubEntry } from '#shared/club/clubEntry.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { clubsQuery } from './queries.ts';
import { ClubForm } from './ClubForm.tsx';

test('the public data of a club are sent completely, with the shown version', async () => {
  const { server, hand } = open();
  server.on(clubsContract.update, ({ version: _version, ...input }) => ({ ...club, ...input, version: 8 }));
  await hand.fill('Anzeigename', 'Rot-Weiß');
  await hand.fill('Leitspruch', '');
  await hand.fill('Seitentitel', 'RWA');
  await hand.fill('Kopfbild', '/clubs/rwa.svg');
  await hand.tick('Helferlisten');
  await hand.press('Speichern');
  await hand.reads('Die Angaben zu Rot-Weiß sind gespeichert.');
  const { name: _name, ...fields } = club;
  expect(server.sent).toEqual([
    {
      method: 'PUT',
      address: '/clubs/RWA',
      body: { ...fields, displayName: 'Rot-Weiß', slogan: '', title: 'RWA', image: '/clubs/rwa.svg', hasOperationals: false, version: 7 },
    },
  ]);
  expect(hand.button('Speichern').disabled).toBe(true);
});

test('links are sent in their displayed order, without fields internal to the form', async () => {
  const { server, hand } = open();
  server.on(clubsContract.update, ({ version: _version, ...input }) => ({ ...club, ...input, version: 8 }));
  await hand.press('Kontakt nach oben');
  await hand.press('Datenschutz entfernen');
  await hand.press('Link hinzufügen');
  const [texts, addresses] = [inputs('text'), inputs('link')];
  await hand.user.type(texts[2] ?? document.body, 'Satzung');
  await hand.user.type(addresses[2] ?? document.body, '/rwa/satzung');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({
    footerLinks: [
      { text: 'Kontakt', link: '/rwa/kontakt' },
      { text: 'Impressum', link: '/rwa/impressum' },
      { text: 'Satzung', link: '/rwa/satzung' },
    ],
  });
  expect(JSON.stringify(server.sent[0]?.body)).not.toContain('key');
});

test('the first link cannot move up, the last cannot move down, and eight is the maximum', async () => {
  const { hand } = open({ ...club, footerLinks: Array.from({ length: 7 }, (_, at) => ({ text: `L${at}`, link: '/a' })) });
  expect(hand.button('L0 nach oben').disabled).toBe(true);
  expect(hand.button('L0 nach unten').disabled).toBe(false);
  expect(hand.button('L6 nach unten').disabled).toBe(true);
  await hand.press('Link hinzufügen');
  expect(hand.button('Link hinzufügen').disabled).toBe(true);
});

test.each([
  ['javascript:alert(1)', 'Bitte eine Adresse mit /, https://, mailto: oder tel: am Anfang.'],
  ['//evil.example', 'Bitte eine Adresse mit /, https://, mailto: oder tel: am Anfang.'],
])('a link to „%s“ is refused at its field, and nothing is sent', async (link, sentence) => {
  const { server, hand } = open({ ...club, footerLinks: [{ text: 'Impressum', link: '/a' }] });
  await hand.fill('Adresse', link);
  await hand.press('Speichern');
  expect(hand.problem('Adresse')).toBe(sentence);
  expect(server.sent).toEqual([]);
});

test('each invalid field shows a German message, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.fill('Anzeigename', ' ');
  await hand.fill('Seitentitel', '');
  await hand.fill('Kopfbild', 'https://evil.example/a.svg');
  await hand.press('Speichern');
  expect(hand.problem('Anzeigename')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Seitentitel')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Kopfbild')).toBe('Bitte die Adresse eines eigenen Bildes mit / am Anfang.');
  expect(document.activeElement).toBe(hand.field('Anzeigename'));
  expect(server.sent).toEqual([]);
});

test('changes can be discarded, and saving is disabled without changes', async () => {
  const { hand } = open();
  expect(hand.button('Speichern').disabled).toBe(true);
  await hand.fill('Anzeigename', 'Rot-Weiß');
  await hand.press('Verwerfen');
  expect(hand.field('Anzeigename').value).toBe(club.displayName);
  expect(hand.button('Speichern').disabled).toBe(true);
});

test('after a conflict both values are shown, other fields have the newer state, and saving continues from it', async () => {
  const { server, hand } = open();
  await hand.fill('Seitentitel', 'Eigen');
  server
    .on(clubsContract.update, () => refuse('conflict'))
    .on(clubsContract.list, [{ ...club, slogan: 'Neu', title: 'Fremd', version: 9 }]);
  await hand.press('Speichern');
  await screen.findByLabelText('Gespeichert: Fremd');
  await hand.user.click(screen.getByLabelText('Ihre Eingabe: Eigen'));
  expect(hand.field('Leitspruch').value).toBe('Neu');
  server.on(clubsContract.update, ({ version: _version, ...input }) => ({ ...club, ...input, version: 10 }));
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent[1]?.body).toMatchObject({ title: 'Eigen', slogan: 'Neu', version: 9 }));
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand } = open();
  server.on(clubsContract.update, () => refuse('invalid-input', { image: 'Dieses Bild gibt es nicht.' }));
  await hand.fill('Kopfbild', '/clubs/none.svg');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Kopfbild')).toBe('Dieses Bild gibt es nicht.'));
  expect(hand.field('Kopfbild').value).toBe('/clubs/none.svg');
});

const club: ClubEntry = {
  name: 'RWA',
  displayName: 'Rot-Weiß Auenfeld',
  slogan: 'Sport für alle',
  title: 'RW Auenfeld',
  image: '/clubs/rwa-header.svg',
  hasContent: true,
  hasNews: true,
  hasParticipations: true,
  hasOperationals: true,
  footerLinks: [
    { text: 'Impressum', link: '/rwa/impressum' },
    { text: 'Kontakt', link: '/rwa/kontakt' },
    { text: 'Datenschutz', link: '/rwa/datenschutz' },
  ],
  version: 7,
};

function open(entry: ClubEntry = club) {
  const server = signIn(userOf('super')).on(clubsContract.list, [entry]);
  return { server, hand: show(<Stored entry={entry} />) };
}

/** The form as its page shows it: on the row that was last read. */
function Stored({ entry }: { entry: ClubEntry }) {
  const { data = [entry] } = useQuery(clubsQuery);
  return <ClubForm club={data[0] ?? entry} />;
}

function inputs(field: 'text' | 'link'): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[data-path$=".${field}"]`)];
}
