import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useWide } from '../lists/useWide.ts';
import { Icon } from '../plain/Icon.tsx';

type FilterFoldProps = {
  /** How many of the choices are made. */ count: number;
  children: ReactNode;
};

/** The choices that narrow a list down: all there on a wide screen; on a phone behind a button that counts those made. */
export function FilterFold({ count, children }: FilterFoldProps) {
  const isWide = useWide();
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      {!isWide && (
        <Button variant="default" onClick={toggle} aria-expanded={isOpen} leftSection={<Icon name="filter" size={18} />}>
          {count > 0 ? `Filter (${count})` : 'Filter'}
        </Button>
      )}
      {(isWide || isOpen) && children}
    </>
  );
}
