import { Button, Center, Text } from '@mantine/core';

type MoreButtonProps = { hasMore: boolean; isLoading: boolean; onMore: () => void; /** "50 von 86" */ state?: string };

/** Fetches the next rows of a list and says how many are there. */
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
