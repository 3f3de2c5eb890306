import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallError, noLine } from '#web/lib/call/callError.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { show } from '#test/web/page.tsx';
import { dropStep, useLastSteps } from './lastSteps.ts';
import { notify, notifyProblem } from './notices.tsx';

test('only the latest confirmation is shown, and one with undo stays beside it', async () => {
  const undo = vi.fn<() => void>();
  const hand = show(<p>Liste</p>);
  act(() => notify('Marie ist herausgenommen.', undo));
  await hand.reads('Marie ist herausgenommen.');
  act(() => notify('Der Dienst ist gespeichert.'));
  await hand.reads('Der Dienst ist gespeichert.');
  act(() => notify('Die Liste ist gespeichert.'));
  await hand.reads('Die Liste ist gespeichert.');
  await waitFor(() => expect(document.body.textContent).not.toContain('Der Dienst ist gespeichert.'));
  await hand.press('Rückgängig');
  expect(undo).toHaveBeenCalledOnce();
});

test('what takes back a step by another button takes its place: neither the notice nor the kept step offers it any more', async () => {
  const hand = show(<p>Liste</p>);
  const { result } = renderHook(() => useLastSteps());
  act(() => notify('Die Stunde ist abgesagt.', vi.fn<() => void>(), 'session 1'));
  await hand.reads('Die Stunde ist abgesagt.');
  expect(result.current.map(({ id }) => id)).toContain('session 1');
  act(() => notify('Die Stunde findet doch statt.', undefined, 'session 1'));
  await hand.reads('Die Stunde findet doch statt.');
  await waitFor(() => expect(document.body.textContent).not.toContain('Die Stunde ist abgesagt.'));
  expect(result.current.map(({ id }) => id)).not.toContain('session 1');
});

/** A part that can undo something, which the server answers in turn. */
function Undoing({ answers }: { answers: (() => Error)[] }) {
  const restore = useMutation({
    mutationFn: async () => {
      throw answers.shift()?.() ?? new Error('no answer is left');
    },
  });
  const steps = useLastSteps();
  return (
    <>
      <button type="button" onClick={() => notify('Marie ist abgemeldet.', () => restore.mutate(undefined, { onError: notifyProblem }))}>
        Abmelden
      </button>
      <p>{steps.length} Schritte</p>
    </>
  );
}

test('once the state has moved on, an undo says that it no longer works, and why; after a lost line it can be tried again', async () => {
  const saved = { by: 'Anton Rotmuster', at: new Date().toISOString() };
  const answers = [
    () => new CallError('wrong-state', 'Der Platz ist schon vergeben.', 409),
    () => new CallError('conflict', 'Bitte laden Sie neu.', 409, [], saved),
    noLine,
  ];
  // Other files of this process keep their steps too.
  const { result: kept } = renderHook(useLastSteps);
  act(() => kept.current.forEach(({ id }) => dropStep(id)));
  const hand = show(<Undoing answers={answers} />);
  await hand.press('Abmelden');
  await hand.press('Rückgängig');
  await hand.reads('Rückgängig geht nicht mehr: Der Platz ist schon vergeben.');
  await hand.reads('0 Schritte');
  await hand.press('Abmelden');
  await hand.press('Rückgängig');
  await hand.reads('Rückgängig geht nicht mehr: Anton Rotmuster hat das inzwischen geändert.');
  await hand.press('Abmelden');
  await hand.press('Rückgängig');
  await hand.reads(/^Keine Verbindung\./);
  await hand.reads('1 Schritte');
});
