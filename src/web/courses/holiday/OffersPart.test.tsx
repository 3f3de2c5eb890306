import { expect, test } from 'vitest';
import type { ManagedRound } from '#shared/courses/holiday/shapes.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { OffersPart } from './OffersPart.tsx';

test('a club that cannot take part sees the reason before selecting anything', async () => {
  signIn(userOf('admin', 'SCB'));
  const obstacle = 'Ihr Verein führt keine Teilnehmerlisten. Wer das Portal verwaltet, kann sie einschalten.';
  const hand = await showAtAddress(<OffersPart managed={{ ...managed, obstacle }} club="SCB" />);
  await hand.reads(obstacle);
  expect(document.querySelector('input[type=checkbox]')).toBeNull();
});

test('a club without offers to enter is linked to where offers are created', async () => {
  signIn(userOf('admin', 'SCB'));
  const hand = await showAtAddress(<OffersPart managed={{ ...managed, choices: [] }} club="SCB" />);
  await hand.reads(/Ihr Verein hat kein Ferienangebot, das noch kommt/);
  expect(document.querySelector('a[href="/admin/courses"]')?.textContent).toBe('Sportangebote');
});

const managed: ManagedRound = {
  round: {
    id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
    club: 'GSV',
    name: 'Osterferien 2027',
    text: '',
    wishesUntil: '2027-02-28',
    sendsOn: '2027-03-03',
    phase: 'draft',
    offers: 0,
    children: 0,
    isOwn: false,
    version: 1,
  },
  offers: [],
  obstacle: '',
  choices: [{ courseId: '9d7a8a31-5b7c-4c57-8d0f-000000000011', title: 'Boottag', when: 'Dienstag', why: '' }],
};
