import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled section in a record's drawer. */
export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
