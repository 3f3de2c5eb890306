import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { GapRule } from '#shared/money/fees/feeGaps.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { RuleGaps } from './RuleGaps.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const rule: GapRule = {
  id: 'one',
  layer: 'base',
  name: 'Erwachsene',
  kinds: [],
  ageFrom: null,
  ageTo: null,
  placeFrom: null,
  validFrom: '2020-01-01',
  validTo: null,
};

function open(...rules: GapRule[]) {
  signIn(userOf('admin'));
  const [onOpen, onFill] = [vi.fn<(id: string) => void>(), vi.fn<(start: object) => void>()];
  return { onOpen, onFill, hand: show(<RuleGaps rules={rules} onOpen={onOpen} onFill={onFill} />) };
}

test('an order without gaps is not spoken of', () => {
  open(rule);
  expect(screen.queryByText('Die Beitragsordnung hat Lücken')).toBeNull();
});

test('ages that no rule covers lead to a new rule for them', async () => {
  const { hand, onFill } = open({ ...rule, ageFrom: 18 });
  await hand.reads('Aktiv, 0 bis 17 Jahre: keine Regel.');
  await hand.press('Regel dafür anlegen');
  expect(onFill).toHaveBeenCalledWith({ kinds: ['active'], ageFrom: null, ageTo: 17, validFrom: '2026-11-01' });
});

test('days between two versions lead to the one that ends', async () => {
  const { hand, onOpen } = open({ ...rule, validTo: '2026-12-31' }, { ...rule, id: 'two', validFrom: '2027-03-01' });
  await hand.reads(/vom 01\.01\.2027 bis 28\.02\.2027 keine Regel/);
  await hand.press('„Erwachsene“ ändern');
  expect(onOpen).toHaveBeenCalledWith('one');
});
