import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roundSets, wishOutcomeNames } from '#shared/courses/holiday/rules.ts';
import type { RoundPreview, RoundRow } from '#shared/courses/holiday/shapes.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import classes from './holiday.module.css';
import { previewQuery } from './queries.ts';
import { seatsInWords, starsInWords } from './words.ts';

type Child = RoundPreview['children'][number];

/** The allocation by offer or by child, each refusal with its reason. */
export function PreviewPart({ round }: { round: RoundRow }) {
  const query = useQuery(previewQuery(round.id));
  const [view, setView] = useState('offers');
  const { data } = query;
  // Known before the answer is there.
  const isFixed = data?.isFixed ?? roundSets.fixed.some((one) => one === round.phase);
  return (
    <PagePart
      title={isFixed ? 'Ergebnis' : 'Vorschau'}
      lead={isFixed ? undefined : 'Die Lose liegen seit dem Öffnen fest. Die Vorschau ändert sich nur, wenn sich Plätze ändern.'}
    >
      {!data && <Loading query={query} />}
      {data?.children.length === 0 && <EmptyState icon="sun" title="Niemand hat sich etwas gewünscht." />}
      {data && data.children.length > 0 && (
        <>
          <Text mb="sm">{seatedInWords(data.children)}</Text>
          <Segments
            mb="sm"
            aria-label="Wonach gezeigt wird"
            value={view}
            onChange={setView}
            data={[
              { value: 'offers', label: 'Angebote' },
              { value: 'children', label: 'Kinder' },
            ]}
          />
          {view === 'offers' ? <ByOffer preview={data} /> : <ByChild preview={data} />}
          <Text size="sm" mt="sm">
            Ausgangszahl der Lose: <code>{data.seed}</code>
          </Text>
        </>
      )}
    </PagePart>
  );
}

function ByOffer({ preview: { offers, children } }: { preview: RoundPreview }) {
  return (
    <ul className={classes['offers']}>
      {offers.map((offer) => (
        <li key={offer.courseId} className={classes['offer']}>
          <strong>
            {offer.title} ({offer.club})
          </strong>
          <span>{seatsInWords(offer)}</span>
          {childrenOf(children, offer.courseId).map(({ child, wish }) => (
            <span key={child.childId}>
              {nameOf(child)} {starsInWords(wish.stars)} – {wishOutcomeNames[wish.outcome]}
              {wish.outcome !== 'seat' && `: ${wish.reason}`}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function ByChild({ preview: { offers, children } }: { preview: RoundPreview }) {
  const titleOf = (courseId: string) => offers.find((one) => one.courseId === courseId)?.title ?? '';
  return (
    <ul className={classes['offers']}>
      {children.map((child) => (
        <li key={child.childId} className={classes['offer']}>
          <strong>{nameOf(child)}</strong>
          <span className={classes['quiet']}>
            {[
              `am liebsten ${child.wants}`,
              ...(child.lot === null ? [] : [`Los ${child.lot}`]),
              ...(child.hasAccount ? [] : ['ohne Konto: Bitte sagen Sie der Familie selbst Bescheid.']),
              ...(child.friends.length > 0 ? [`mit ${child.friends.join(', ')}`] : []),
            ].join(' · ')}
          </span>
          {child.wishes.map((wish) => (
            <span key={wish.courseId}>
              {titleOf(wish.courseId)} {starsInWords(wish.stars)} – {wishOutcomeNames[wish.outcome]}
              {wish.outcome !== 'seat' && `: ${wish.reason}`}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The children with a wish for an offer: those with seats first, then by lot number. */
function childrenOf(children: readonly Child[], courseId: string) {
  return children
    .flatMap((child) => {
      const wish = child.wishes.find((one) => one.courseId === courseId);
      return wish ? [{ child, wish }] : [];
    })
    .toSorted((a, b) => Number(b.wish.outcome === 'seat') - Number(a.wish.outcome === 'seat') || (a.child.lot ?? 0) - (b.child.lot ?? 0));
}

/** The number of children with and without a seat. */
function seatedInWords(children: readonly Child[]): string {
  const seated = children.filter(({ wishes }) => wishes.some(({ outcome }) => outcome === 'seat'));
  return `Kinder mit mindestens einem Platz: ${seated.length} von ${children.length}.`;
}

function nameOf({ name, age }: Child): string {
  return age === null ? name : `${name} (${age})`;
}
