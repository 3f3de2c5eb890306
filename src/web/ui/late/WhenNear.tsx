import { useIntersection } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useState } from 'react';

/** Renders content far down a page only when it is scrolled near, so that the first paint does not wait for it; then it stays mounted. */
export function WhenNear({ children }: { children: ReactNode }) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [wasNear, setWasNear] = useState(false);
  if (entry?.isIntersecting && !wasNear) setWasNear(true);
  return wasNear ? children : <div ref={ref} style={{ minHeight: '1px' }} />;
}
