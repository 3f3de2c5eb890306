import { expect, test } from 'vitest';
import { clubNames, defaultClubs, hasFeature } from '#shared/kernel/clubs.ts';
import { mayOpen, pageNames, pageOf } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import { roleNames } from '#shared/kernel/roles.ts';
import { deskActions } from '#shared/office/deskActions.ts';
import { userOf } from '#test/web/page.tsx';
import { actionsFound, pagesFound } from './pagesFound.ts';

const people = [null, ...roleNames.flatMap((role) => clubNames.map((club) => userOf(role, club)))];
const named = pageNames.map(pageOf).filter(({ label }) => label !== undefined);

test('each of six roles finds by its title every page of the menu that it may open, and no other', () => {
  const wrong: string[] = [];
  for (const user of people) {
    const role = user?.role.name;
    const who = `${role ?? 'guest'} of ${user?.club.name ?? 'no club'}`;
    for (const page of named) {
      const { title, label = '', feature, usedBy } = page;
      const isFound = pagesFound(`${title} ${label}`, user).includes(page);
      const club = defaultClubs[role && page.layout !== 'default' ? (user?.club.name ?? 'RWA') : 'RWA'];
      const isOn = !feature || hasFeature(club, feature) || (role === 'super' && page.layout !== 'default');
      const isUsed = mayOpen(page, role) && (!usedBy || (role !== undefined && usedBy.includes(role)));
      if (isFound !== (isOn && isUsed)) wrong.push(`${who}: ${isFound ? 'finds' : 'does not find'} ${page.path}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(named.length).toBeGreaterThan(30);
});

test('each of six roles finds exactly the actions that it may do in its club', () => {
  const wrong: string[] = [];
  for (const user of people) {
    const actor = { role: user?.role.name };
    for (const action of deskActions) {
      const isFound = actionsFound(action.title, user).includes(action);
      const isOn = !action.feature || hasFeature(defaultClubs[user?.club.name ?? 'RWA'], action.feature);
      if (isFound !== (isOn && Boolean(may(actor, action.permission, 'club'))))
        wrong.push(`${actor.role ?? 'guest'}, ${user?.club.name ?? '-'}: ${action.title}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(actionsFound('', null)).toEqual([]);
});
