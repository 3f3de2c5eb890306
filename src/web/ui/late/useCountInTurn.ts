import { useDeferredValue } from 'react';

/** More than a tall screen shows. */
const aScreen = 30;

/** How many rows of a list are drawn: of a long one at first those of a screen; the others follow in slices that leave the page responsive. */
export function useCountInTurn(length: number, atFirst = aScreen): number {
  return Math.max(useDeferredValue(length, Math.min(length, atFirst)), atFirst);
}
