import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { noLine } from '#web/lib/call/callError.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { queryClient } from './queryClient.ts';

afterEach(() => onlineManager.setOnline(true));

function Sending() {
  const send = useMutation({ mutationFn: () => Promise.reject(noLine()) });
  return (
    <>
      <button type="button" disabled={send.isPending} onClick={() => send.mutate()}>
        Senden
      </button>
      {send.error && <p role="alert">{send.error.message}</p>}
    </>
  );
}

test('offline, a mutation fails at once instead of being sent later', async () => {
  onlineManager.setOnline(false);
  render(
    <QueryClientProvider client={queryClient}>
      <Sending />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('Senden'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Verbindung/);
  expect(screen.getByText<HTMLButtonElement>('Senden').disabled).toBe(false);
});

function Reading({ answer }: { answer: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['without a line'], queryFn: answer });
  return query.data ? <p>{query.data}</p> : <Loading query={query} />;
}

test('offline, a page shows the failure at once with a retry button, and refetches automatically when online again', async () => {
  onlineManager.setOnline(false);
  let hasLine = false;
  render(
    <QueryClientProvider client={queryClient}>
      <Reading answer={() => (hasLine ? Promise.resolve('Meine Anmeldungen') : Promise.reject(noLine()))} />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/Keine Verbindung.*Noch einmal versuchen/);
  hasLine = true;
  onlineManager.setOnline(true);
  await screen.findByText('Meine Anmeldungen');
});
