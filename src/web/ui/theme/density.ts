import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';

/** How high the rows of lists are in this browser; fingers always get high ones (theme/tuning.css). */
export function useDensity() {
  const [isRoomy, setIsRoomy] = useLocalStorage({ key: 'lists.roomy', defaultValue: false, getInitialValueInEffect: false });
  useEffect(() => {
    document.documentElement.dataset['density'] = isRoomy ? 'roomy' : 'compact';
  }, [isRoomy]);
  return { isRoomy, setIsRoomy };
}
