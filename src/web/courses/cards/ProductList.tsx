import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { cardProductStateNames, productInWords } from '#shared/courses/cards/cardRules.ts';
import type { CardProduct } from '#shared/courses/cards/cardShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './cards.module.css';
import { ProductForm } from './ProductForm.tsx';

type ProductListProps = {
  club: ClubName;
  products: readonly CardProduct[];
  isOn: boolean;
  /** Called when a form opens: the list stays in view after saving. */ onOpen: () => void;
};

/** The card products of a club. */
export function ProductList({ club, products, isOn, onOpen }: ProductListProps) {
  const [opened, setOpened] = useState<CardProduct | 'new'>();
  const open = (one: CardProduct | 'new') => {
    onOpen();
    setOpened(one);
  };
  const close = () => setOpened(undefined);
  return (
    <>
      {isOn && (
        <Group mb="sm">
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => open('new')}>
            Art von Karte anlegen
          </Button>
        </Group>
      )}
      {products.length === 0 && (
        <EmptyState icon="ticket" title="Noch keine Art von Karte.">
          <p>Zum Beispiel eine Zehnerkarte für Yoga: Jede Anwesenheit nimmt einen Besuch ab.</p>
        </EmptyState>
      )}
      <ul className={classes['list']} aria-label="Arten von Karten">
        {products.map((one) => (
          <li key={one.id} className={classes['card']}>
            <div className={classes['words']}>
              <strong>{one.title}</strong>
              <span>
                {productInWords(one)}, {euros(one.cents)}
              </span>
              <span className={classes['quiet']}>{one.scope}</span>
              <span className={classes['quiet']}>
                {cardProductStateNames[one.state]}
                {one.valid > 0 && ` · ${one.valid === 1 ? '1 gültige Karte' : `${one.valid} gültige Karten`}`}
              </span>
            </div>
            <Button variant="default" aria-label={`Ändern: ${one.title}`} onClick={() => open(one)}>
              Ändern
            </Button>
          </li>
        ))}
      </ul>
      <Modal
        opened={opened !== undefined}
        onClose={close}
        title={opened === 'new' ? 'Art von Karte anlegen' : 'Art von Karte ändern'}
        closeOnClickOutside={false}
        centered
      >
        {opened && <ProductForm club={club} product={opened === 'new' ? undefined : currentOf(opened, products)} onDone={close} />}
      </Modal>
    </>
  );
}

/** The opened product follows the list, so that changes by others are seen. */
function currentOf(opened: CardProduct, products: readonly CardProduct[]): CardProduct {
  return products.find(({ id }) => id === opened.id) ?? opened;
}
