import { Button, Group, Modal, Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { cardProductSets, cardStandingNames, cardStandings } from '#shared/courses/cards/cardRules.ts';
import type { CardProduct, SoldCard } from '#shared/courses/cards/cardShapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { CardDialog } from './CardDialog.tsx';
import { cardState, chargeInWords, leftInWords, namesOf, toneOfCard } from './cardWords.ts';
import classes from './cards.module.css';
import { soldCardsQuery } from './queries.ts';
import { ImportCards } from './ImportCards.tsx';
import { SellForm } from './SellForm.tsx';

const address = z.object({ standing: z.enum([...cardStandings, 'all']).default('valid'), search: z.string().default('') });

type SoldCardsProps = { club: ClubName; products: readonly CardProduct[]; isOn: boolean };

/** The sold cards of a club; a tap opens one. */
export function SoldCards({ club, products, isOn }: SoldCardsProps) {
  const [{ standing, search }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const [isSelling, setIsSelling] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const filter = { club, ...(standing !== 'all' && { standing }), search };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(soldCardsQuery(filter));
  const sold = products.filter(({ state }) => cardProductSets.sold.includes(state));
  return (
    <>
      <Group mb="sm" gap="sm" align="flex-end">
        {isOn && sold.length > 0 && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setIsSelling(true)}>
            Karte verkaufen
          </Button>
        )}
        {isOn && sold.length > 0 && (
          <Button variant="default" onClick={() => setIsImporting(true)}>
            Aus einer Tabelle
          </Button>
        )}
        <Select
          aria-label="Welche Karten"
          allowDeselect={false}
          data={[...cardStandings.map((value) => ({ value, label: cardStandingNames[value] })), { value: 'all', label: 'alle' }]}
          value={standing}
          onChange={(next) => setAddress({ standing: address.shape.standing.parse(next ?? undefined) })}
        />
        <SearchField label="Name oder Karte" value={search} onSearch={(next) => setAddress({ search: next })} />
      </Group>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList<SoldCard>
          label="Verkaufte Karten"
          columns={columnsOf(setOpenId)}
          rows={data?.pages.flatMap(({ rows }) => rows)}
          keyOf={({ id }) => id}
          onMore={hasNextPage ? () => fetchNextPage() : undefined}
          renderCard={(one) => <CardRow one={one} onOpen={() => setOpenId(one.id)} />}
          empty={<EmptyState icon="ticket" title="Keine Karten." />}
        />
      )}
      <ImportCards club={club} isOpen={isImporting} onClose={() => setIsImporting(false)} />
      <CardDialog id={openId} onClose={() => setOpenId(undefined)} />
      <Modal opened={isSelling} onClose={() => setIsSelling(false)} title="Karte verkaufen" closeOnClickOutside={false} centered>
        <SellForm club={club} products={sold} onDone={() => setIsSelling(false)} />
      </Modal>
    </>
  );
}

function columnsOf(onOpen: (id: string) => void): Column<SoldCard>[] {
  return [
    { name: 'people', label: 'Für', isName: true, cell: namesOf },
    { name: 'title', label: 'Karte', cell: ({ title }) => title },
    { name: 'left', label: 'Noch offen', isNumber: true, cell: ({ left, visits }) => `${left} von ${visits}` },
    { name: 'until', label: 'Gültig bis', cell: ({ validUntil }) => germanDate(validUntil) },
    { name: 'state', label: 'Stand', cell: (one) => <StateMark tone={toneOfCard(one)}>{cardState(one)}</StateMark> },
    { name: 'charge', label: 'Zahlung', cell: chargeInWords },
    { name: 'open', label: 'Mehr', cell: (one) => <OpenButton one={one} onOpen={() => onOpen(one.id)} /> },
  ];
}

function CardRow({ one, onOpen }: { one: SoldCard; onOpen: () => void }) {
  return (
    <div className={classes['words']}>
      <strong>{namesOf(one)}</strong>
      <span>
        {one.title}: {leftInWords(one)}
      </span>
      <StateMark tone={toneOfCard(one)}>{cardState(one)}</StateMark>
      <span className={classes['quiet']}>
        bis {germanDate(one.validUntil)} · {chargeInWords(one)}
      </span>
      <OpenButton one={one} onOpen={onOpen} />
    </div>
  );
}

function OpenButton({ one, onOpen }: { one: SoldCard; onOpen: () => void }) {
  return (
    <Button variant="default" size="compact-md" aria-label={`Öffnen: ${one.title}, ${namesOf(one)}`} onClick={onOpen}>
      Öffnen
    </Button>
  );
}
