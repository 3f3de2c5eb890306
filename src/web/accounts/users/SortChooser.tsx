import { Select } from '@mantine/core';
import type { UserOrder } from './queries.ts';

type SortChooserProps = { order: UserOrder; onChange: (order: UserOrder) => void };

const orders: { value: string; label: string; order: UserOrder }[] = [
  { value: 'lastname', label: 'Nachname (A–Z)', order: { sort: 'lastname', isDescending: false } },
  { value: 'email', label: 'E-Mail (A–Z)', order: { sort: 'email', isDescending: false } },
  { value: 'lastLogin', label: 'Zuletzt eingeloggt', order: { sort: 'lastLogin', isDescending: true } },
  { value: 'idle', label: 'Am längsten nicht eingeloggt', order: { sort: 'lastLogin', isDescending: false } },
  { value: 'createdAt', label: 'Neueste zuerst', order: { sort: 'createdAt', isDescending: true } },
];

/** The sort order, where there are no column headings. */
export function SortChooser({ order, onChange }: SortChooserProps) {
  const current = orders.find((one) => one.order.sort === order.sort && one.order.isDescending === order.isDescending);
  return (
    <Select
      aria-label="Sortierung"
      data={orders.map(({ value, label }) => ({ value, label }))}
      value={current?.value ?? null}
      onChange={(value) => onChange(orders.find((one) => one.value === value)?.order ?? order)}
      allowDeselect={false}
      flex="1 1 10rem"
    />
  );
}
