import { expect, test } from 'vitest';
import { roleNames } from '#shared/kernel/roles.ts';
import { isOffered, pageNames, pageOf } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import { deskActions } from './deskActions.ts';

test.for(deskActions)('users who may do "$title" may open its page', ({ link, permission }) => {
  const path = link.replace(/\?.*/, '');
  const page = pageNames
    .map(pageOf)
    .find((one) => one.path.replace(/\/\$$/, '') === path || (one.path.endsWith('/$') && path.startsWith(one.path.slice(0, -1))));
  expect(page?.layout).toBe('admin');
  const able = roleNames.filter((role) => may({ role }, permission, 'club'));
  expect(able.length).toBeGreaterThan(0);
  for (const role of able) expect([role, page && isOffered(page, role)]).toEqual([role, true]);
});
