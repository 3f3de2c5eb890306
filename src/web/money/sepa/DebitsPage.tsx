import { Stack } from '@mantine/core';
import { pages } from '#shared/kernel/pages.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { SepaPart } from './SepaPart.tsx';

/** Collecting by debit (/admin/money/debits). */
export function Page() {
  return (
    <>
      <PageTitle title={pages.adminDebits.title} />
      <Stack gap="sm">
        <SepaPart />
      </Stack>
    </>
  );
}
