import { Button, Group } from '@mantine/core';

type FormButtonsProps = {
  /** What the form does when it is sent. */ action: string;
  /** It cannot be undone. */ isGrave?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
};

/** The end of a form that stands in place of what it changes: its button, and the way out. */
export function FormButtons({ action, isGrave = false, isBusy, isDisabled = false, onCancel }: FormButtonsProps) {
  return (
    <Group gap="xs">
      <Button type="submit" {...(isGrave && { color: 'red' })} loading={isBusy} disabled={isDisabled}>
        {action}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Abbrechen
      </Button>
    </Group>
  );
}
