import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

type Question = {
  title: string;
  text: string;
  /** The verb on the button: "Sperren". */ action: string;
  onConfirm: () => void;
};

/** Asks before a deed that hurts; the button names the deed, and the way out has the focus. */
export function confirm({ title, text, action, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    centered: true,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: action, cancel: 'Abbrechen' },
    confirmProps: { color: 'red.9' },
    cancelProps: { 'data-autofocus': true },
    closeButtonProps: { 'aria-label': 'Schließen' },
    onConfirm,
  });
}
