import { Tabs, type TabsListProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** A page's tabs; on a phone they scroll in one line, and the active one is scrolled into view. */
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
