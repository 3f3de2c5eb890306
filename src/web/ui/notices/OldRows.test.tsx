import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { formatTime } from '#web/lib/format.ts';
import { RecordList } from '../lists/RecordList.tsx';

type Row = { id: string; isOpen: boolean };
type Of = (rows: Row[]) => readonly object[];

const stored: Row[] = [
  { id: 'Albers', isOpen: true },
  { id: 'Berg', isOpen: false },
];
const columns = [{ name: 'name', label: 'Name', isName: true, cell: (row: object) => JSON.stringify(row) }];
let answers: (Row[] | Error)[] = [];

async function ask(): Promise<Row[]> {
  const answer = answers.shift() ?? stored;
  if (answer instanceof Error) throw answer;
  return answer;
}

type ListProps = { of: Of; at: number; before?: Row[]; isChosen?: boolean };

/** A list with rows of an earlier answer, which asks again at once; another query of the page fails as well. */
function List({ of, at, before = stored, isChosen }: ListProps) {
  const { data } = useQuery({ queryKey: ['people'], queryFn: ask, initialData: before, initialDataUpdatedAt: at, staleTime: 0 });
  useQuery({ queryKey: ['badge'], queryFn: async () => Promise.reject(new Error()), initialData: [{ id: 'Zander' }], staleTime: 0 });
  return (
    <RecordList
      label="Leute"
      columns={columns}
      rows={of(data)}
      {...(isChosen && { answer: data })}
      keyOf={keyOf}
      renderCard={JSON.stringify}
      empty={<p>Niemand da.</p>}
    />
  );
}

const keyOf = (row: object) => JSON.stringify(row);

function listed(of: Of, first: Row[] | Error, at = Date.parse('2020-01-02T13:03:00Z'), more: Partial<ListProps> = {}) {
  signIn(userOf('admin'));
  answers = [first];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const hand = show(
    <QueryClientProvider client={client}>
      <List of={of} at={at} {...more} />
    </QueryClientProvider>,
  );
  return { hand, client };
}

test.each<[string, Of]>([
  ['as they came', (rows) => rows],
  ['filtered and in another order', (rows) => rows.toReversed().filter(({ isOpen }) => isOpen)],
  ['put together from records', (rows) => [{ first: rows[0], dates: rows }]],
])('rows %s stay when asking again fails, with the time they are of, until a new try succeeds', async (_how, of) => {
  const { hand } = listed(of, new Error());
  await hand.reads('Stand 02.01.2020, 14:03');
  expect(screen.getByText(/Albers/)).toBeTruthy();
  answers = [new Error()];
  await hand.press('Noch einmal versuchen');
  await waitFor(() => expect(answers).toEqual([]));
  await hand.reads('Stand 02.01.2020, 14:03');
  await hand.press('Noch einmal versuchen');
  await waitFor(() => expect(screen.queryByText(/Stand/)).toBeNull());
  expect(screen.getByText(/Albers/)).toBeTruthy();
});

test('rows of today say only the time', async () => {
  const now = Date.now();
  const { hand } = listed((rows) => rows, new Error(), now);
  await hand.reads(`Stand ${formatTime(new Date(now).toISOString())}`);
});

test('a list that has been read again says nothing, whatever else on the page has failed', async () => {
  const { client } = listed((rows) => rows, stored);
  await waitFor(() => expect(client.getQueryState(['badge'])?.status).toBe('error'));
  await waitFor(() => expect(client.getQueryState(['people'])?.fetchStatus).toBe('idle'));
  expect(screen.queryByText(/Stand/)).toBeNull();
});

test.each<[string, Of, Partial<ListProps>]>([
  ['without rows', (rows) => rows, { before: [] }],
  ['of which no row fits', () => [], { isChosen: true }],
])('an empty list from an answer %s names a failed new try with a button, besides its own words', async (_how, of, more) => {
  const { hand } = listed(of, new Error(), undefined, more);
  await hand.reads('Stand 02.01.2020, 14:03');
  await hand.reads('Niemand da.');
  answers = [more.before ?? stored];
  await hand.press('Noch einmal versuchen');
  await waitFor(() => expect(screen.queryByText(/Stand/)).toBeNull());
  await hand.reads('Niemand da.');
});

test('an empty list that has been read again says nothing, whatever else on the page has failed', async () => {
  const { client } = listed((rows) => rows, [], undefined, { before: [] });
  await waitFor(() => expect(client.getQueryState(['badge'])?.status).toBe('error'));
  await waitFor(() => expect(client.getQueryState(['people'])?.fetchStatus).toBe('idle'));
  expect(screen.queryByText(/Stand/)).toBeNull();
});
