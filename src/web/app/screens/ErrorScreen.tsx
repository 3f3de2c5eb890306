import { useEffect } from 'react';
import { unexpected } from '#shared/kernel/unexpected.ts';
import { ErrorNotice, NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';

/** The screen for an address that leads nowhere (specification section 8). */
export function NotFoundScreen() {
  return (
    <main>
      <NotFoundNotice />
    </main>
  );
}

/** The screen for a page that broke. What broke is told to the console, not to the person. */
export function ErrorScreen({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  const status = error instanceof Error && 'status' in error && Number(error.status) > 0 ? Number(error.status) : 500;
  const message = error instanceof Error && error.name === 'CallError' ? error.message : unexpected;
  return (
    <main>
      <ErrorNotice status={status} message={message} />
    </main>
  );
}
