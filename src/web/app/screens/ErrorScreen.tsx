import { useEffect, useState } from 'react';
import { unexpected } from '#shared/kernel/unexpected.ts';
import { CallError, noLineWords } from '#web/lib/call/callError.ts';
import { isFailedPart } from '#web/lib/call/freshness.ts';
import { reportError } from '#web/lib/call/reportErrors.ts';
import { hasLine } from '#web/lib/call/line.ts';
import { ErrorNotice, NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';

/** The screen for an address that leads nowhere (specification section 8), where no frame is around it. */
export function NotFoundScreen() {
  return (
    <main>
      <NotFoundNotice />
    </main>
  );
}

/** The screen for a page that broke, where no frame is around it. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main>
      <BrokenPage error={error} />
    </main>
  );
}

const partIsLost = new CallError('network-request-failed', noLineWords, 0);

/** What stands in the place of a page that broke. What broke is told to the console and to the server, not to the person. */
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

/** Whether a part is missing because nothing comes at all; there are other reasons why the server does not give one. */
function useNoLine(isPartMissing: boolean): boolean | 'asking' {
  const [answer, setAnswer] = useState<boolean>();
  useEffect(() => {
    if (isPartMissing) void hasLine().then((has) => setAnswer(!has));
  }, [isPartMissing]);
  return isPartMissing && (answer ?? 'asking');
}

/** Some browsers never ask again for a part that they did not get once; without a line their own words would come. */
async function reload(): Promise<void> {
  if (await hasLine()) location.reload();
}
