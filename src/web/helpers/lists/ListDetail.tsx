import { Button, Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { ShiftView } from '#shared/helpers/helperListShapes.ts';
import { helperListSets, helperListStateNames, visibilityNames } from '#shared/helpers/helperListWords.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { BringPart } from '../items/BringPart.tsx';
import { ListForm } from './ListForm.tsx';
import classes from './helperLists.module.css';
import { ListTools } from './ListTools.tsx';
import { listQuery } from './queries.ts';
import { ShiftForm } from './ShiftForm.tsx';
import { ShiftPart } from './ShiftPart.tsx';
import { orders, type Order } from './words.ts';

/** One helper list: its shifts with their helpers, optionally sorted by gaps; printed as a wall list. */
export function ListDetail({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery(listQuery(id));
  const { data: list } = query;
  const [order, setOrder] = useState<Order>('time');
  const [edited, setEdited] = useState<'list' | 'new' | string>();
  if (!list) return <Loading query={query} />;
  const shift = list.shifts.find((one) => one.id === edited);
  const close = () => setEdited(undefined);
  const isEditable = !helperListSets.over.includes(list.state);
  const groups = [...Map.groupBy(list.shifts.toSorted(orders[order].compare), orders[order].groupOf)];
  return (
    <>
      <PageTitle title={list.title}>
        <Button className="no-print" variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={onBack}>
          Alle Listen
        </Button>
      </PageTitle>
      <Text mb="sm">
        {helperListStateNames[list.state]} · {germanDate(list.startsOn)}
        {list.endsOn !== list.startsOn && ` bis ${germanDate(list.endsOn)}`}
        {list.eventTitle && ` · ${list.eventTitle}`} · {visibilityNames[list.visibility]}
      </Text>
      <ListTools list={list} isEditable={isEditable} onEdit={setEdited} onBack={onBack} />
      <Segments
        className="no-print"
        aria-label="Reihenfolge"
        mb="md"
        data={keysOf(orders).map((value) => ({ value, label: orders[value].label }))}
        value={order}
        onChange={setOrder}
      />
      {groups.map(([name, shifts]) => (
        <section key={name} aria-label={name}>
          <h2 className={classes['group']}>{name}</h2>
          {shifts.map((one: ShiftView) => (
            <ShiftPart key={one.id} shift={one} list={list} onEdit={isEditable ? () => setEdited(one.id) : undefined} />
          ))}
        </section>
      ))}
      {list.shifts.length === 0 && (
        <EmptyState icon="calendar-plus" title="Noch kein Dienst.">
          <p>Erst mit einem Dienst lässt sich die Liste öffnen.</p>
        </EmptyState>
      )}
      <BringPart list={list} isEditable={isEditable} />
      <Drawer
        opened={edited !== undefined}
        onClose={close}
        title={edited === 'list' ? 'Helferliste ändern' : shift ? 'Dienst ändern' : 'Dienst anlegen'}
      >
        {edited === 'list' ? (
          <ListForm list={list} club={list.club} onDone={close} />
        ) : (
          <ShiftForm key={shift?.id ?? 'new'} list={list} shift={shift} onDone={close} />
        )}
      </Drawer>
    </>
  );
}
