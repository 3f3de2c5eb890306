import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { NoHits } from './NoHits.tsx';

type Filter = { search?: string | undefined; departmentId?: string | undefined; kind?: string | undefined; club?: string };
const words = { search: 'Suche', departmentId: 'Abteilung', kind: 'Art' };

test('a filter that finds nothing says how many there were without each part of it, the nearest first, and drops the part that is pressed', async () => {
  signIn(userOf('admin'));
  const dropped: string[] = [];
  const hits = (filter: Filter) => Promise.resolve(!filter.search ? Infinity : !filter.departmentId ? 1 : 0);
  const hand = show(
    <NoHits<Filter>
      icon="users"
      title="Niemand gefunden."
      filter={{ search: 'Albers', departmentId: 'turnen', kind: 'child', club: 'RWA' }}
      words={words}
      list={['members', 'list']}
      count={hits}
      onDrop={(key) => dropped.push(key)}
    />,
  );
  await hand.reads('Niemand gefunden.');
  await waitFor(() =>
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ohne „Abteilung“ wäre es 1',
      'Ohne „Suche“ wären es über 100',
    ]),
  );
  await hand.press('Ohne „Abteilung“ wäre es 1');
  expect(dropped).toEqual(['departmentId']);
});
