import { useEffect, useState } from 'react';
import { unexpected } from '#shared/kernel/unexpected.ts';
import { partIsLost } from '#web/lib/call/callError.ts';
import { isFailedPart } from '#web/lib/call/freshness.ts';
import { reportError } from '#web/lib/call/reportErrors.ts';
import { hasLine } from '#web/lib/call/line.ts';
import { ErrorNotice, NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';

/** The 404 screen without a frame (specification section 8). */
export function NotFoundScreen() {
  return (
    <main>
      <NotFoundNotice />
    </main>
  );
}

/** The error screen of a page that failed to render, without a frame. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main>
      <BrokenPage error={error} />
    </main>
  );
}

/** Replaces a page that failed. Details go to the console and the server, not to the user. */
export function BrokenPage({ error }: { error: unknown }) {
  const hasNoLine = useNoLine(isFailedPart(error));
  useEffect(() => {
    console.error(error);
    reportError(error);
  }, [error]);
  if (hasNoLine === 'asking') return <Pending />;
  if (hasNoLine) return <LoadProblem error={partIsLost} onRetry={() => void reload()} />;
  const status = error instanceof Error && 'status' in error && Number(error.status) > 0 ? Number(error.status) : 500;
  const message = error instanceof Error && error.name === 'CallError' ? error.message : unexpected;
  return <ErrorNotice status={status} message={message} />;
}

/** Whether a chunk is missing because the device is offline; the server may also refuse one for other reasons. */
function useNoLine(isPartMissing: boolean): boolean | 'asking' {
  const [answer, setAnswer] = useState<boolean>();
  useEffect(() => {
    if (isPartMissing) void hasLine().then((has) => setAnswer(!has));
  }, [isPartMissing]);
  return isPartMissing && (answer ?? 'asking');
}

/** Some browsers cache a failed module import, so only a reload helps; offline it would show the browser's own error page. */
async function reload(): Promise<void> {
  if (await hasLine()) location.reload();
}
