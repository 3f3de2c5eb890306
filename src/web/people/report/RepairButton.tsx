import { Button } from '@mantine/core';

/** Repairs all members with a problem at once. */
export function RepairButton({ label, isRunning, onPress }: { label: string; isRunning: boolean; onPress: () => void }) {
  return (
    <Button variant="default" mt="sm" loading={isRunning} onClick={onPress}>
      {label}
    </Button>
  );
}
