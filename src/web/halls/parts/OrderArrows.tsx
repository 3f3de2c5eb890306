import { ActionIcon } from '@mantine/core';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';

type OrderArrowsProps = {
  wish: Wish;
  /** All wishes of the organisation, in order. */ own: readonly Wish[];
  onOrder: (wishIds: string[]) => void;
};

/** Moves a wish up or down among those of its organisation. */
export function OrderArrows({ wish, own, onOrder }: OrderArrowsProps) {
  const at = own.findIndex(({ id }) => id === wish.id);
  const move = (to: number) => {
    const others = own.map(({ id }) => id).filter((id) => id !== wish.id);
    onOrder(others.toSpliced(to, 0, wish.id));
  };
  const arrow = (words: string, to: number) => ({
    variant: 'default',
    size: 36,
    disabled: to < 0 || to >= own.length,
    'aria-label': `${wish.groupName} nach ${words}`,
    onClick: () => move(to),
  });
  return (
    <>
      <ActionIcon {...arrow('oben', at - 1)}>
        <Icon name="arrow-up" size={18} />
      </ActionIcon>
      <ActionIcon {...arrow('unten', at + 1)}>
        <Icon name="arrow-down" size={18} />
      </ActionIcon>
    </>
  );
}
