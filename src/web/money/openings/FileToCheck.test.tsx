import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, signIn } from '#test/web/page.tsx';
import { FileToCheck } from './FileToCheck.tsx';

test('the button says what is wrong with the file, and reads one that can be read', async () => {
  signIn(null);
  const onCheck = vi.fn();
  const hand = show(<FileToCheck atMostBytes={1024 * 1024} error={null} isBusy={false} onChoose={vi.fn()} onCheck={onCheck} />);
  await hand.reads('CSV, höchstens 1 MB');
  await hand.press('Prüfen');
  await hand.reads('Bitte wählen Sie eine Datei.');
  const choose = (text: string) => {
    const input = document.querySelector('input[type=file]');
    if (input) fireEvent.change(input, { target: { files: [new File([text], 'salden.csv')] } });
  };
  choose('');
  await hand.reads('Diese Datei ist leer.');
  choose('x'.repeat(1024 * 1024 + 1));
  await hand.reads('Diese Datei ist größer als 1 MB.');
  await hand.press('Prüfen');
  expect(onCheck).not.toHaveBeenCalled();
  choose('Zweck');
  await hand.press('Prüfen');
  await vi.waitFor(() => expect(onCheck).toHaveBeenCalledWith(btoa('Zweck')));
});
