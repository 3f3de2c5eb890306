import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../plain/Icon.tsx';
import { printAll } from './allRows.ts';

/** Prints the page with all rows of its lists; nobody prints from a phone. */
export function PrintButton() {
  const [isLoading, setIsLoading] = useState(false);
  const handleClick = () => {
    setIsLoading(true);
    void printAll().finally(() => setIsLoading(false));
  };
  return (
    <Button visibleFrom="sm" variant="default" leftSection={<Icon name="printer" size={18} />} loading={isLoading} onClick={handleClick}>
      Drucken
    </Button>
  );
}
