import { expect, test } from 'vitest';
import { isOffered, mayOpen, pageNames, pageOf } from '../pages.ts';
import { keysOf } from '../keys.ts';
import { staffMenu } from './menus.ts';
import { phonePages, thumbMenus } from './thumbMenus.ts';

test('every entry of the bar is a page that its role is offered, and beside the whole menu there is room for four', () => {
  for (const role of keysOf(thumbMenus)) {
    const entries = thumbMenus[role] ?? [];
    expect(entries).toHaveLength(4);
    for (const entry of entries) if (entry !== 'search') expect(isOffered(pageOf(entry.page), role), `${role}: ${entry.page}`).toBe(true);
  }
});

test('exactly the roles that may open the admin area have a bar', () => {
  expect(keysOf(thumbMenus).filter((role) => !mayOpen(pageOf('admin'), role))).toEqual([]);
  expect(mayOpen(pageOf('admin'), 'reader')).toBe(false);
});

test('every page for the phone is in the menu of the staff or among those that only the phone lists', () => {
  const listed = [...staffMenu.flatMap(({ pages }) => pages), ...phonePages];
  expect(pageNames.filter((name) => pageOf(name).layout === 'mobile' && !listed.includes(name))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});
