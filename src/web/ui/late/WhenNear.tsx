import { useIntersection } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useState } from 'react';

/** Draws what lies far down a page when the reader comes near it, so that the first screen does not wait for it; then it stays. */
export function WhenNear({ children }: { children: ReactNode }) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [wasNear, setWasNear] = useState(false);
  if (entry?.isIntersecting && !wasNear) setWasNear(true);
  return wasNear ? children : <div ref={ref} style={{ minHeight: '1px' }} />;
}
