import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { newsroomContract, type EditedNews } from '#shared/content/news.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { NewsForm } from './NewsForm.tsx';
import { editedQuery } from './queries.ts';

const id = '7c7a8a31-5b7c-4c57-8d0f-0123456789ab';
const departmentId = '7c7a8a31-5b7c-4c57-8d0f-0123456789ac';
const address = `/newsroom/${id}`;
const board = userOf('admin');

beforeEach(() => void vi.setSystemTime('2026-11-22T09:00:00Z'));

test('a new article is sent completely, with a slug from its title and local times as instants', async () => {
  const { server, hand, onCreated } = open(undefined);
  server.on(newsroomContract.create, article);
  await hand.fill('Titel', 'Große Überraschung');
  await hand.user.tab();
  await hand.fill('Anreißer', 'Es gibt Neues.');
  await waitFor(() => hand.choose('Abteilung', 'Turnen'));
  await hand.choose('Sichtbarkeit', 'Veröffentlicht');
  await hand.fill('Zeigen ab (leer: sofort)', '24.12.2026');
  await hand.fill('Zeigen bis (leer: ohne Ende)', '01.07.2027');
  await hand.fill('Zeigen bis (leer: ohne Ende): Uhrzeit', '9:30');
  await hand.tick('Oben anheften');
  await hand.tick('Dem Gemeindesportverband anbieten');
  await hand.press('Speichern');
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(id));
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/newsroom',
      body: {
        club: 'RWA',
        title: 'Große Überraschung',
        slug: 'grosse-ueberraschung',
        teaser: 'Es gibt Neues.',
        body: { type: 'doc', content: [] },
        image: '',
        imageAlt: '',
        state: 'published',
        publishAt: '2026-12-24T07:00:00.000Z',
        expiresAt: '2027-07-01T07:30:00.000Z',
        isPinned: true,
        isShared: true,
        departmentId,
      },
    },
  ]);
});

test('the slug of a stored article does not follow its title', async () => {
  const { hand } = open(article);
  await hand.fill('Titel', 'Andere Trikots');
  await hand.user.tab();
  expect(hand.field('Adresse').value).toBe('neue-trikots');
});

test('saving is disabled without changes', async () => {
  const { hand } = open(article);
  expect(hand.button('Speichern').disabled).toBe(true);
  await hand.fill('Titel', 'Andere Trikots');
  expect(hand.button('Speichern').disabled).toBe(false);
});

test('each invalid field shows a German message, and nothing is sent', async () => {
  const { server, hand } = open({ ...article, image: 'public/RWA/news/a.jpg' });
  await hand.fill('Titel', '  ');
  await hand.fill('Adresse', 'Neue Trikots');
  await hand.press('Speichern');
  expect(hand.problem('Titel')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Adresse')).toBe('Bitte nur Kleinbuchstaben, Ziffern und Bindestriche.');
  await hand.fill('Titel', 'Trikots');
  await hand.fill('Adresse', 'trikots');
  await hand.press('Speichern');
  expect(hand.problem('Alternativtext')).toBe('Jedes Bild braucht einen Alternativtext.');
  expect(server.sent).toEqual([]);
});

test('an end before the beginning and an invalid time are refused at their fields', async () => {
  const { server, hand } = open(article);
  await hand.fill('Zeigen ab (leer: sofort)', '02.12.2026');
  await hand.fill('Zeigen bis (leer: ohne Ende)', '01.12.2026');
  await hand.press('Speichern');
  expect(hand.problem('Zeigen bis (leer: ohne Ende)')).toBe('Das Ende muss nach dem Beginn liegen.');
  await hand.fill('Zeigen bis (leer: ohne Ende)', '03.12.2026');
  await hand.fill('Zeigen ab (leer: sofort): Uhrzeit', '25:00');
  await hand.press('Speichern');
  expect(hand.problem('Zeigen ab (leer: sofort)')).toBe('Das ist kein gültiger Zeitpunkt.');
  expect(server.sent).toEqual([]);
});

test('a slug in use is reported at its field, and the input is kept', async () => {
  const { server, hand } = open(article);
  server.on(newsroomContract.update, () => refuse('invalid-input', { slug: 'Diese Adresse hat schon ein anderer Beitrag.' }));
  await hand.fill('Titel', 'Andere Trikots');
  await hand.fill('Adresse', 'trikots');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Adresse')).toBe('Diese Adresse hat schon ein anderer Beitrag.'));
  expect(hand.field('Titel').value).toBe('Andere Trikots');
  expect(document.activeElement).toBe(hand.field('Adresse'));
});

test('after a conflict both values are shown, other fields have the newer state, and saving continues from it', async () => {
  const server = signIn(board).on(departmentsContract.list, []).on(newsroomContract.read, article);
  const hand = show(<Stored />);
  server.on(newsroomContract.update, () => refuse('conflict'));
  await hand.fill('Titel', 'Eigener Titel');
  server.on(newsroomContract.read, { ...article, title: 'Fremder Titel', teaser: 'Fremder Anreißer', version: 9 });
  await hand.press('Speichern');
  await screen.findByLabelText('Gespeichert: Fremder Titel');
  await hand.user.click(screen.getByLabelText('Ihre Eingabe: Eigener Titel'));
  expect(hand.field('Anreißer').value).toBe('Fremder Anreißer');
  expect(hand.field('Titel').value).toBe('Eigener Titel');
  server.on(newsroomContract.update, ({ id: _id, ...input }) => ({ ...article, ...input, version: 10 }));
  await hand.press('Speichern');
  await hand.reads('Der Beitrag ist gespeichert.');
  expect(server.sent[1]).toMatchObject({
    method: 'PUT',
    address,
    body: { title: 'Eigener Titel', teaser: 'Fremder Anreißer', version: 9 },
  });
  expect(hand.button('Speichern').disabled).toBe(true);
});

test('unsaved input is offered again, to the same user only, until it is saved', async () => {
  const first = open(article);
  await first.hand.fill('Titel', 'Halb fertig');
  cleanup();

  const other = open(article, { ...board, id: 'somebody-else' });
  expect(() => other.hand.button('Übernehmen')).toThrow();
  cleanup();

  const { server, hand } = open(article);
  server.on(newsroomContract.update, ({ id: _id, ...input }) => ({ ...article, ...input, version: 5 }));
  expect(hand.field('Titel').value).toBe('Neue Trikots');
  await hand.press('Übernehmen');
  expect(hand.field('Titel').value).toBe('Halb fertig');
  await hand.press('Speichern');
  await hand.reads('Der Beitrag ist gespeichert.');
  cleanup();

  expect(() => open(article).hand.button('Übernehmen')).toThrow();
});

test('a discarded draft does not come back', async () => {
  const first = open(article);
  await first.hand.fill('Titel', 'Halb fertig');
  cleanup();
  await open(article).hand.press('Verwerfen');
  cleanup();
  expect(() => open(article).hand.button('Übernehmen')).toThrow();
});

test('the Enter key submits, only once while the request is pending', async () => {
  const { server, hand } = open(article);
  const answered = Promise.withResolvers<void>();
  server.on(newsroomContract.update, ({ id: _id, ...input }) => answered.promise.then(() => ({ ...article, ...input, version: 5 })));
  await hand.fill('Titel', 'Andere Trikots');
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Speichern').disabled).toBe(true));
  await hand.press('Speichern');
  answered.resolve();
  await hand.reads('Der Beitrag ist gespeichert.');
  expect(server.sent).toHaveLength(1);
});

test('the association does not offer its articles to others', () => {
  const { hand } = open(undefined, userOf('admin', 'GSV'));
  expect(() => hand.field('Dem Gemeindesportverband anbieten')).toThrow();
});

const article: EditedNews = {
  id,
  club: 'RWA',
  slug: 'neue-trikots',
  title: 'Neue Trikots',
  teaser: '',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Danke an alle.' }] }] },
  image: '',
  imageAlt: '',
  state: 'draft',
  publishAt: null,
  expiresAt: null,
  isPinned: false,
  isShared: false,
  departmentId: null,
  approvedAt: null,
  author: 'Vera Vogel',
  updatedAt: '2026-11-01T08:00:00.000Z',
  version: 4,
};

/** The form of a stored article, or of a new one, as its club's board sees it. */
/** The form as its page shows it: on the row that was last read. */
function Stored() {
  const { data = article } = useQuery(editedQuery(id));
  return <NewsForm news={data} club="RWA" onCreated={vi.fn()} />;
}

function open(news: EditedNews | undefined, viewer = board) {
  const server = signIn(viewer).on(departmentsContract.list, [{ id: departmentId, name: 'Turnen', managed: null }]);
  const onCreated = vi.fn();
  return { server, onCreated, hand: show(<NewsForm news={news} club={viewer.club.name} onCreated={onCreated} />) };
}
