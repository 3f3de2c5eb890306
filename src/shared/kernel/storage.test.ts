import { expect, test } from 'vitest';
import {
  clubOfAddress,
  isPublicPathOf,
  mailFilePath,
  memberFolder,
  pictureUrl,
  publicFolders,
  publicPath,
  userPicturePath,
} from './storage.ts';

test('public files are public, in each of the public folders, and for their own club only', () => {
  for (const folder of publicFolders) {
    const path = publicPath('RWA', folder, 'a.jpg');
    expect([isPublicPathOf('RWA', path), isPublicPathOf('SCB', path)]).toEqual([true, false]);
  }
});

test.each([
  mailFilePath('RWA', '1', 'a.pdf'),
  `${memberFolder('RWA', '1')}a.pdf`,
  userPicturePath('1'),
  'RWA/public/news/',
  'RWA/public/news',
  'RWA/public/other/a.jpg',
  'RWA/public/news//a.jpg',
  'RWA/public/news/../../members/1/a.pdf',
  'RWA/public/news/./a.jpg',
  '/RWA/public/news/a.jpg',
  'RWA/public/news/a\\b.jpg',
  'RWA/public/news/a\u0000.jpg',
])('%j is no public file', (path) => {
  expect(isPublicPathOf('RWA', path)).toBe(false);
});

test('a folder below the public ones is public as well', () => {
  expect(isPublicPathOf('RWA', 'RWA/public/news/2026/a.jpg')).toBe(true);
});

test.each([
  ['/media/960/RWA/public/news/a.jpg', 'RWA'],
  ['/v0/b/club-files/o/scb%2Fpublic%2Fnews%2Fa.jpg?alt=media', 'SCB'],
  ['https://example.org/GSV/members/1/a.pdf', 'GSV'],
  ['RWA/mails/1/a.pdf', 'RWA'],
  ['/media/960/users/1/picture', undefined],
  ['/media/960/RWA%2Fpublic%2Fa%', undefined],
  ['data:image/png;base64,AAAA', undefined],
])('the URL %s refers to a file of %s', (address, club) => {
  expect(clubOfAddress(address)).toBe(club);
});

test('the URL of a picture keeps its folders, escapes its names, and contains its generation if there is one', () => {
  expect(pictureUrl('RWA/public/news/Tag der Jugend#1.jpg', 960)).toBe('/media/960/RWA/public/news/Tag%20der%20Jugend%231.jpg');
  expect(pictureUrl('users/1/picture', 320, '7')).toBe('/media/320/users/1/picture?v=7');
});
