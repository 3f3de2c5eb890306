import { startTransition, useEffect, useState, type ReactNode } from 'react';

/**
 * Draws its content after `meanwhile` and in slices of a few milliseconds, so that a slow machine stays responsive when a page opens: the
 * router announces a page through a store, and React draws what a store announces in one go. The effects of what is around the content have
 * run by then; what they change would otherwise draw the content with it, in one go as well.
 */
export function InSlices({ meanwhile, children }: { meanwhile?: ReactNode; children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => startTransition(() => setIsDue(true)), []);
  return isDue ? children : meanwhile;
}
