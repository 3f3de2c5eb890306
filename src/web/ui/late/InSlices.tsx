import { useDeferredValue, type ReactNode } from 'react';

/**
 * Draws its content in slices of a few milliseconds, so that a slow machine stays responsive when a page opens: the router announces a page
 * through a store, and React draws what a store announces in one go. Content that is there stays as it is. `meanwhile` stands until then.
 */
export function InSlices({ meanwhile, children }: { meanwhile?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : meanwhile;
}
