import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { OpenVisits } from './OpenVisits.tsx';
import { ProductList } from './ProductList.tsx';
import { cardProductsQuery, openVisitsQuery } from './queries.ts';
import { SoldCards } from './SoldCards.tsx';

const views = ['sold', 'open', 'products'] as const;
const address = z.object({ view: z.enum(views).default('sold') });

/** Cards for several visits: sold cards, visits without a card, and products. */
export function CardsTab({ club }: { club: ClubName }) {
  const [{ view }, setAddress] = useAddress(address);
  const query = useQuery(cardProductsQuery(club));
  const { data } = query;
  const { data: open } = useQuery(openVisitsQuery(club));
  if (!data) return <Loading query={query} />;
  const names = { sold: 'Verkauft', open: `Ohne Karte (${open?.length ?? 0})`, products: 'Arten' };
  // Without a product nothing can be sold, so a new club starts there.
  const shown = view === 'sold' && data.rows.length === 0 ? 'products' : view;
  return (
    <section aria-label="Karten">
      {!data.isOn && (
        <Alert color="waiting" mb="sm" title="Der Verkauf ist ausgeschaltet">
          Verkaufte Karten gelten weiter. Eingeschaltet wird der Verkauf unter{' '}
          <Link to={pages.adminConfig.path} hash="verein">
            {pages.adminConfig.title}
          </Link>
          , „Karten mit mehreren Besuchen verkaufen“.
        </Alert>
      )}
      <Segments
        mb="sm"
        aria-label="Was gezeigt wird"
        value={shown}
        onChange={(next) => setAddress({ view: next })}
        data={views.map((value) => ({ value, label: names[value] }))}
      />
      {shown === 'sold' && <SoldCards club={club} products={data.rows} isOn={data.isOn} />}
      {shown === 'open' && <OpenVisits club={club} products={data.rows} isOn={data.isOn} />}
      {shown === 'products' && (
        <ProductList club={club} products={data.rows} isOn={data.isOn} onOpen={() => setAddress({ view: 'products' })} />
      )}
    </section>
  );
}
