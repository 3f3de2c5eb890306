import { Button, Group } from '@mantine/core';

type FormButtonsProps = {
  /** The label of the submit button. */ action: string;
  /** The action cannot be undone. */ isGrave?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
};

/** The buttons of an inline form: submit and cancel. */
export function FormButtons({ action, isGrave = false, isBusy, isDisabled = false, onCancel }: FormButtonsProps) {
  return (
    <Group gap="xs">
      <Button type="submit" {...(isGrave && { color: 'danger' })} loading={isBusy} disabled={isDisabled}>
        {action}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Abbrechen
      </Button>
    </Group>
  );
}
