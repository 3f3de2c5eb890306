import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { overlays } from './overlays.ts';

type Question = {
  title: string;
  text: string;
  /** The verb on the button: "Sperren". */ action: string;
  onConfirm: () => void;
  /** The word on the way out. */ way?: string;
};

/** Asks before an action that hurts; the button names the action, and the way out has the focus. */
export function confirm({ onConfirm, ...question }: Question): void {
  void asked(question).then((isConfirmed) => isConfirmed && onConfirm());
}

/** The same question as a promise: true for the action, false for any way out. */
async function asked({ title, text, action, way = 'Abbrechen' }: Omit<Question, 'onConfirm'>): Promise<boolean> {
  await overlays();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: action, cancel: way },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      // Also when it is shut by its cross or the escape key; after an answer this changes nothing.
      onClose: () => resolve(false),
    });
  });
}
