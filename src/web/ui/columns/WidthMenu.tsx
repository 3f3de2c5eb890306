import { Button, Popover, Stack } from '@mantine/core';
import classes from './ColumnEdge.module.css';

type WidthMenuProps = {
  /** The heading of the column. */ label: string;
  isFree: boolean;
  onStep: (way: 1 | -1) => void;
  onReset: () => void;
  onClose: () => void;
};

/** Sets the width of a column by single clicks, for who cannot drag its edge; stays open for several steps. */
export function WidthMenu({ label, isFree, onStep, onReset, onClose }: WidthMenuProps) {
  return (
    <Popover opened onChange={(isOpen) => isOpen || onClose()} trapFocus withRoles={false} position="bottom-end" shadow="md">
      <Popover.Target>
        <span className={classes['anchor']} />
      </Popover.Target>
      {/* The element would stand in the top layer. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <Popover.Dropdown p="xs" role="dialog" aria-label={`Breite von ${label}`}>
        <Stack gap="xs">
          <Button variant="default" onClick={() => onStep(1)}>
            Breiter
          </Button>
          <Button variant="default" onClick={() => onStep(-1)}>
            Schmaler
          </Button>
          {!isFree && (
            <Button variant="default" onClick={() => (onReset(), onClose())}>
              Breite zurücksetzen
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
