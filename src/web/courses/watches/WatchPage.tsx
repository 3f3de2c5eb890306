import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { OwnWatch } from '#shared/courses/watches/watches.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { useWatchMutations, watchQuery } from './queries.ts';

/** A watch behind the link of a mail: confirm or end it; opening the page does neither (/watch/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(watchQuery(token));
  return (
    <>
      <PageTitle title="Bescheid geben" />
      {data && <Watch watch={data} token={token} />}
      {!data && !error && <Pending />}
      {!data && error && !isGone(error) && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && isGone(error) && (
        <EmptyState icon="link-off" title="Das gibt es nicht mehr.">
          <p>Was nicht bestätigt wird, löschen wir nach zwei Tagen. Auf der Seite der Angebote können Sie es neu anfragen.</p>
        </EmptyState>
      )}
    </>
  );
}

function Watch({ watch, token }: { watch: OwnWatch; token: string }) {
  const { confirm, end } = useWatchMutations();
  const isActive = watch.state === 'active';
  return (
    <section className={classes['card']}>
      <h2 className={classes['cardTitle']}>
        <a href={watch.path}>{watch.words}</a>
      </h2>
      <p>
        <output>{wordsOn(watch)}</output>
      </p>
      <Refusal error={confirm.error ?? end.error} />
      <div className={classes['buttons']}>
        {!isActive && (
          <PlainButton look="main" disabled={confirm.isPending} onClick={() => confirm.mutate(token)}>
            {watch.state === 'unconfirmed' ? 'Ja, Bescheid geben' : 'Weiter Bescheid geben'}
          </PlainButton>
        )}
        {watch.state !== 'ended' && (
          <PlainButton disabled={end.isPending} onClick={() => end.mutate(token)}>
            {isActive ? 'Keinen Bescheid mehr' : 'Nein, löschen'}
          </PlainButton>
        )}
      </div>
    </section>
  );
}

function wordsOn({ state, expiresAt }: OwnWatch): string {
  if (state === 'active') return `Sie bekommen eine Mail, sobald etwas frei oder neu ist, bis ${formatDate(expiresAt.slice(0, 10))}.`;
  if (state === 'ended') return 'Sie bekommen keinen Bescheid mehr. Ihre Adresse löschen wir in 30 Tagen.';
  return 'Möchten Sie eine Mail bekommen, sobald etwas frei oder neu ist?';
}
