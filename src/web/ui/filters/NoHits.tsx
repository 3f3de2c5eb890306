import { Button, Group } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keysOf } from '#shared/kernel/keys.ts';
import { EmptyState } from '../notices/EmptyState.tsx';

type NoHitsProps<Filter extends object> = {
  icon: string;
  title: string;
  /** The filter that finds nothing; only what is set in it counts. */ filter: Filter;
  /** What the fields of the filter are called; a field without a word cannot be dropped. */ words: {
    readonly [key in keyof Filter]?: string;
  };
  /** The beginning of the keys of the list's queries, so that its notices refresh the counts. */ list: readonly [string, string];
  /** How many rows a wider filter finds; Infinity for more than one page. */ count: (filter: Filter) => Promise<number>;
  onDrop: (key: keyof Filter) => void;
  children?: ReactNode;
};

/** Shown in place of a list when its filter finds nothing: how many there would be without each part of the filter. */
export function NoHits<Filter extends object>({ icon, title, filter, words, list, count, onDrop, children }: NoHitsProps<Filter>) {
  const set = keysOf(words).filter((key) => Boolean(filter[key]));
  const counted = useQueries({
    queries: set.map((key) => ({
      queryKey: [...list, 'without', key, filter],
      queryFn: () => count({ ...filter, [key]: undefined }),
    })),
  });
  const nearest = set
    .map((key, at) => ({ key, hits: counted[at]?.data ?? 0 }))
    .filter(({ hits }) => hits > 0)
    .toSorted((one, other) => one.hits - other.hits);
  return (
    <EmptyState icon={icon} title={title}>
      {children}
      {nearest.length > 0 && (
        <Group gap="xs" justify="center" mt="xs">
          {nearest.map(({ key, hits }) => (
            <Button key={String(key)} variant="default" onClick={() => onDrop(key)}>
              Ohne „{words[key]}“{' '}
              {hits === 1 ? 'wäre es 1' : `wären es ${Number.isFinite(hits) ? hits.toLocaleString('de-DE') : 'über 100'}`}
            </Button>
          ))}
        </Group>
      )}
    </EmptyState>
  );
}
