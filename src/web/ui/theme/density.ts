import { useEffect } from 'react';
import { isTrue, useKept } from '#web/lib/kept/useKept.ts';

/** How high the rows of lists are in this browser; fingers always get high ones (theme/tuning.css). */
export function useDensity() {
  const [isRoomy, setIsRoomy] = useKept('lists.roomy', isTrue);
  useEffect(() => {
    document.documentElement.dataset['density'] = isRoomy ? 'roomy' : 'compact';
  }, [isRoomy]);
  return { isRoomy, setIsRoomy };
}
