import { Button, Center, Text } from '@mantine/core';

type MoreButtonProps = { hasMore: boolean; isLoading: boolean; onMore: () => void; /** "50 von 86" */ state?: string };

/** Loads the next page of a list and shows how many rows are loaded. */
export function MoreButton({ hasMore, isLoading, onMore, state }: MoreButtonProps) {
  if (!hasMore) return null;
  return (
    <Center className="no-print" mt="md" style={{ flexDirection: 'column', gap: 8 }}>
      {state && (
        <Text size="sm" c="dimmed">
          {state}
        </Text>
      )}
      <Button variant="default" loading={isLoading} onClick={onMore}>
        Weitere laden
      </Button>
    </Center>
  );
}
