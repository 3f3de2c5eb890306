import { useQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, signIn } from '#test/web/page.tsx';
import { Together } from './Together.tsx';

const isWaiting = () => document.querySelector('[data-waits]') !== null;

function Part({ name, read }: { name: string; read: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: [name], queryFn: read, retry: 1, retryDelay: 60_000 });
  return <p>{data ?? `${name}: kommt noch`}</p>;
}

test('parts are shown once each has its answer; one that failed holds nothing back', async () => {
  signIn(null);
  let answer = (_words: string) => undefined as void;
  const late = new Promise<string>((resolve) => (answer = resolve));
  const hand = show(
    <Together>
      <Part name="Termine" read={() => late} />
      <Part name="Zahlungen" read={() => Promise.reject(new Error('no answer'))} />
    </Together>,
  );
  await hand.reads('Zahlungen: kommt noch');
  expect(isWaiting()).toBe(true);
  answer('Montag, 16 Uhr');
  await hand.reads('Montag, 16 Uhr');
  await waitFor(() => expect(isWaiting()).toBe(false));
});
