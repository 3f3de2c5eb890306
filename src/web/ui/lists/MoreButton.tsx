import { Button, Center, Text } from '@mantine/core';
import { useAllRows } from '../paper/allRows.ts';

type MoreButtonProps = { hasMore: boolean; isLoading: boolean; onMore: () => unknown; /** "50 von 86" */ state?: string };

/** Loads the next page of a list and shows how many rows are loaded. */
export function MoreButton({ hasMore, isLoading, onMore, state }: MoreButtonProps) {
  useAllRows({ hasMore, onMore });
  if (!hasMore) return null;
  return (
    <Center className="no-print" mt="md" style={{ flexDirection: 'column', gap: 8 }}>
      {state && (
        <Text size="sm" c="dimmed">
          {state}
        </Text>
      )}
      <Button variant="default" loading={isLoading} onClick={() => void onMore()}>
        Weitere laden
      </Button>
    </Center>
  );
}
