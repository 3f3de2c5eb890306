import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled part of a record that lies open in a drawer. */
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
