import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { overlays } from './overlays.ts';

type Question = {
  title: string;
  text: string;
  /** The verb on the button: "Sperren". */ action: string;
  onConfirm: () => void;
};

/** Asks before an action that hurts; the button names the action, and the way out has the focus. */
export function confirm({ title, text, action, onConfirm }: Question): void {
  const ask = () =>
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: action, cancel: 'Abbrechen' },
      confirmProps: { color: 'red.9' },
      cancelProps: { 'data-autofocus': true },
      onConfirm,
    });
  void overlays().then(ask);
}
