import { ActionIcon } from '@mantine/core';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './RateList.module.css';

type Rate = { id: string; /** "12,50 €". */ amount: string; /** "ab 01.01.2026". */ since: string; whom: string };

type RateListProps = { rates: readonly Rate[]; busyId: string | undefined; onDelete?: ((id: string) => void) | undefined };

/** The hourly rates, with a delete button if allowed. */
export function RateList({ rates, busyId, onDelete }: RateListProps) {
  return (
    <ul className={classes['rates']}>
      {rates.map(({ id, amount, since, whom }) => (
        <li key={id}>
          <span>
            <strong>{amount}</strong> {since} · {whom}
          </span>
          {onDelete && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Satz ${amount} für ${whom} löschen`}
              loading={busyId === id}
              onClick={() => onDelete(id)}
            >
              <Icon name="trash" size={18} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
