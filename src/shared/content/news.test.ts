import { expect, test } from 'vitest';
import { newsAddress, newsInput, newsPhase, type NewsInput } from './news.ts';

const [before, from, until] = ['2026-11-22T08:00:00Z', '2026-11-22T09:00:00Z', '2026-11-22T10:00:00Z'];

test.each<[string, Parameters<typeof newsPhase>[0], string, string]>([
  ['a draft stays one', { state: 'draft', publishAt: from, expiresAt: null }, until, 'Entwurf'],
  ['an archived one as well', { state: 'archived', publishAt: from, expiresAt: null }, until, 'Archiviert'],
  ['published without a beginning', { state: 'published', publishAt: null, expiresAt: null }, before, 'Veröffentlicht'],
  ['before its beginning', { state: 'published', publishAt: from, expiresAt: until }, before, 'Geplant'],
  ['at its beginning', { state: 'published', publishAt: from, expiresAt: until }, from, 'Veröffentlicht'],
  ['the moment before its end', { state: 'published', publishAt: from, expiresAt: until }, '2026-11-22T09:59:59.999Z', 'Veröffentlicht'],
  ['at its end', { state: 'published', publishAt: from, expiresAt: until }, until, 'Abgelaufen'],
  ['without an end', { state: 'published', publishAt: from, expiresAt: null }, '2099-01-01T00:00:00Z', 'Veröffentlicht'],
])('%s', (_what, news, at, phase) => expect(newsPhase(news, Date.parse(at))).toBe(phase));

test('on the site of another club an article names its own club', () => {
  expect(newsAddress('RWA', { club: 'RWA', slug: 'a' })).toBe('/news?beitrag=a');
  expect(newsAddress('GSV', { club: 'RWA', slug: 'a' })).toBe('/news?beitrag=a&verein=RWA');
});

test.each<[string, Partial<NewsInput>, string | undefined]>([
  ['nothing amiss', {}, undefined],
  ['a picture without a text', { image: 'a.jpg' }, 'imageAlt'],
  ['a picture with a text', { image: 'a.jpg', imageAlt: 'Tor' }, undefined],
  ['an end before the beginning', { publishAt: until, expiresAt: from }, 'expiresAt'],
  ['an end at the beginning', { publishAt: from, expiresAt: from }, 'expiresAt'],
  ['an end after the beginning', { publishAt: from, expiresAt: until }, undefined],
  ['an end without a beginning', { publishAt: null, expiresAt: from }, undefined],
])('%s', (_what, change, path) => {
  const input: NewsInput = {
    slug: 'a',
    title: 'A',
    teaser: '',
    body: { type: 'doc', content: [] },
    image: '',
    imageAlt: '',
    state: 'draft',
    publishAt: null,
    expiresAt: null,
    isPinned: false,
    isShared: false,
    ...change,
  };
  expect(newsInput.safeParse(input).error?.issues[0]?.path[0]).toBe(path);
});
