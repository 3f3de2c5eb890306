import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { overlays } from './overlays.ts';

type Question = {
  title: string;
  text: string;
  /** The verb on the button: "Sperren". */ action: string;
  onConfirm: () => void;
  /** The label of the cancel button. */ way?: string;
  /** Whether it takes something away; by default so, and the button is red. */ isGrave?: boolean;
};

/** Asks before an action that is not taken back easily; the button names the action, and cancel has the focus. */
export function confirm({ onConfirm, ...question }: Question): void {
  void asked(question).then((isConfirmed) => isConfirmed && onConfirm());
}

/** The same as a promise: true when confirmed, false when cancelled in any way. */
async function asked({ title, text, action, way = 'Abbrechen', isGrave = true }: Omit<Question, 'onConfirm'>): Promise<boolean> {
  await overlays();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: action, cancel: way },
      confirmProps: isGrave ? { color: 'danger' } : {},
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      // Also called for the close button and Escape; after an answer it has no effect.
      onClose: () => resolve(false),
    });
  });
}
