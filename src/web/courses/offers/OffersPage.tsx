import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { filterOffers, isOpenNow, readOfferFilter, writeOfferFilter, type OfferFilter } from '#shared/courses/offerFilter.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { useAddressTexts } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { useWindowTitle } from '#web/lib/windowTitle.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { useCountInTurn } from '#web/ui/late/useCountInTurn.ts';
import { CopyButton } from '#web/ui/plain/CopyButton.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { HolidayHint } from '../holiday/HolidayHint.tsx';
import { currentRoundsQuery } from '../holiday/queries.ts';
import { OfferCard } from './OfferCard.tsx';
import { OfferFilters } from './OfferFilters.tsx';
import classes from './offers.module.css';
import { setFilters } from './offerWords.ts';
import { publicCoursesQuery } from './queries.ts';
import { readView, ViewChoice, type OfferView } from './ViewChoice.tsx';

// Only needed for the layouts that few choose, and once something is filtered.
const GroupedOffers = lazyPart(async () => (await import('./GroupedOffers.tsx')).GroupedOffers);
const WatchPart = lazyPart(async () => (await import('../watches/WatchPart.tsx')).WatchPart, null);

const rowsAtFirst = 24;
/** The cards of the first screen. */
const firstScreen = 6;

/** All offers of the club, filtered by text, age, day and location; on the association's site those of all clubs (/offers). */
export function Page() {
  const query = useQuery(publicCoursesQuery());
  // Asked along with the list: what stands above it must not push it down later.
  const rounds = useQuery(currentRoundsQuery());
  // Who comes back finds the whole list, at the same place.
  const [isBack] = useState(query.data !== undefined);
  const [texts] = useAddressTexts();
  const navigate = useNavigate();
  const filter = readOfferFilter(texts);
  // The length of the list is in the URL too, so that Back returns to the same place.
  const view = readView(texts['view']);
  const show = (wanted: OfferFilter, rowsShown?: number, as: OfferView = view) =>
    void navigate({
      to: '.',
      search: () => ({ ...writeOfferFilter(wanted), rows: rowsShown, view: as === 'list' ? undefined : as }),
      replace: true,
      resetScroll: false,
    });
  const change = (next: Partial<OfferFilter>) => show({ ...filter, ...next });
  const isSet = setFilters(filter).length > 0;
  useWindowTitle(
    isSet
      ? `Angebote: ${setFilters(filter)
          .map(({ words }) => words)
          .join(', ')}`
      : undefined,
  );
  const rows = query.data?.rows;
  if (!rows || rounds.isLoading)
    return (
      <>
        <PageTitle title="Angebote" />
        <Loading query={query} />
      </>
    );
  const found = filterOffers(rows, filter, today());
  const open = found.filter(isOpenNow);
  const shut = found.filter((one) => !isOpenNow(one));
  const inRound = rows.flatMap(({ id, phase }) => (phase.kind === 'round' ? [id] : []));
  const count = Math.max(rowsAtFirst, Number(texts['rows']) || 0);
  return (
    <>
      <PageTitle title="Angebote" />
      {inRound.length > 0 && <HolidayHint courseIds={inRound} />}
      <div className={classes['finder']}>
        <OfferFilters rows={rows} filter={filter} onChange={change} />
        <div>
          <output className={classes['count']}>{found.length === 1 ? '1 Angebot' : `${found.length} Angebote`}</output>
          {rows.length > 1 && <ViewChoice view={view} onChange={(next) => show(filter, undefined, next)} />}
          {view === 'list' ? (
            <Cards rows={open.slice(0, count)} atFirst={isBack ? count : firstScreen} />
          ) : (
            <GroupedOffers view={view} rows={open} />
          )}
          {view === 'list' && open.length > count && (
            <PlainButton onClick={() => show(filter, count + rowsAtFirst)}>Mehr zeigen ({open.length - count})</PlainButton>
          )}
          {shut.length > 0 && (
            <details className={classes['shut']} open={open.length === 0}>
              <summary>Zurzeit nicht buchbar ({shut.length})</summary>
              <Cards rows={shut} atFirst={isBack || open.length === 0 ? shut.length : 0} />
            </details>
          )}
          {isSet && (
            <p>
              <CopyButton text={location.href}>Link zu dieser Auswahl kopieren</CopyButton>
            </p>
          )}
          {isSet && <WatchPart target={{ filter: textsOf(filter) }} label="Bescheid geben, wenn etwas frei wird" />}
          {found.length === 0 && <Nothing rows={rows} filter={filter} onChange={change} />}
        </div>
      </div>
    </>
  );
}

/** The filter in the form that a watch stores. */
function textsOf(filter: OfferFilter): { [key: string]: string } {
  return Object.fromEntries(Object.entries(writeOfferFilter(filter)).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])));
}

type CardsProps = {
  rows: readonly ListedCourse[];
  /** How many are drawn at once; the others follow without blocking the page. */ atFirst: number;
};

function Cards({ rows, atFirst }: CardsProps) {
  const count = useCountInTurn(rows.length, atFirst);
  return (
    <ul className={classes['cards']}>
      {rows.slice(0, count).map((one) => (
        <OfferCard key={one.id} offer={one} withClub={boot.club.name === 'GSV'} />
      ))}
    </ul>
  );
}

type NothingProps = { rows: readonly ListedCourse[]; filter: OfferFilter; onChange: (next: Partial<OfferFilter>) => void };

/** Shown without results: each filter that could be removed, with the number of offers then. */
function Nothing({ rows, filter, onChange }: NothingProps) {
  const ways = setFilters(filter).map(({ words, without }) => ({
    words,
    without,
    count: filterOffers(rows, { ...filter, ...without }, today()).length,
  }));
  return (
    <EmptyState icon="search-off" title={rows.length === 0 ? 'Zurzeit gibt es keine Angebote.' : 'Nichts gefunden.'}>
      <div className={classes['chips']}>
        {ways.map(({ words, without, count }) => (
          <PlainButton key={words} onClick={() => onChange(without)}>
            Ohne „{words}“: {count === 1 ? '1 Angebot' : `${count} Angebote`}
          </PlainButton>
        ))}
      </div>
    </EmptyState>
  );
}
