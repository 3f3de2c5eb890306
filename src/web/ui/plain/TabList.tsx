import { Tabs, type TabsListProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** The tabs of a page; on a phone, where they are one line that is moved sideways, the open one is brought into view. */
export function TabList(props: TabsListProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<Element | null>(null);
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected="true"]') ?? null;
    if (open === shown.current) return;
    shown.current = open;
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  return <Tabs.List ref={list} {...props} />;
}
