import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';

const FeedbackForm = lazyPart(async () => (await import('./FeedbackForm.tsx')).FeedbackForm);

/** Sends feedback to the club, with or without an account (/feedback). */
export function Page() {
  // On the first render the router still knows the previous page.
  const from = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? '' });
  const [page] = useState(from === '/feedback' ? '' : from);
  return (
    <>
      <PageTitle title="Rückmeldung" />
      <FeedbackForm page={page} />
    </>
  );
}
