import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type PointerEvent } from 'react';
import { ageGroupNames, priorityOf } from '#shared/halls/bookingStates.ts';
import type { SeasonPlan, Refusal } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { compareNames } from '#shared/kernel/fullName.ts';
import { departmentChoicesOf, optionWords, sizeWords } from '../seasons/words.ts';
import classes from './workbench.module.css';

const priorities = ['Schule', 'Jugend', 'Erwachsene', 'Sonstige', 'Vermietung'].map((label, at) => ({ value: String(at + 1), label }));

type PoolProps = {
  season: Season;
  plan: SeasonPlan;
  wishes: ReadonlyMap<string, Wish>;
  pickedId: string | undefined;
  onPick: (wish: Wish) => void;
  onChoose: (wishId: string) => void;
};

type Lacking = { wish: Wish; refusal: Refusal };

/** The wishes that lack a time: higher classes first, then organisations with the lowest share. */
export function Pool({ season, plan, wishes, pickedId, onPick, onChoose }: PoolProps) {
  const [organisation, setOrganisation] = useState<string | null>(null);
  const [priority, setPriority] = useState<string | null>(null);
  const [department, setDepartment] = useState<string>();
  const [text, setText] = useState('');
  const all = lackingOf(plan, wishes);
  const names = [...new Set(all.map(({ wish }) => wish.organisation))].toSorted(compareNames);
  const looked = text.trim().toLowerCase();
  const shown = all.filter(
    ({ wish }) =>
      (organisation === null || wish.organisation === organisation) &&
      (department === undefined || wish.departmentId === department) &&
      (priority === null || String(classOf(wish)) === priority) &&
      (looked === '' || `${wish.groupName} ${wish.sport}`.toLowerCase().includes(looked)),
  );
  return (
    <section className={classes['pool']} aria-label="Noch ohne Zeit">
      <Text fw={600}>{`Noch ohne Zeit (${all.length})`}</Text>
      {all.length > 5 && (
        <>
          <Select
            aria-label="Organisation"
            placeholder="Alle Organisationen"
            clearable
            data={names}
            value={organisation}
            onChange={setOrganisation}
          />
          <DepartmentSelect
            choices={departmentChoicesOf(
              all.map(({ wish }) => wish),
              true,
            )}
            value={department}
            onChange={setDepartment}
          />
          <Group gap="xs" grow>
            <Select aria-label="Vorrang" placeholder="Vorrang" clearable data={priorities} value={priority} onChange={setPriority} />
            <TextInput
              aria-label="Gruppe oder Sportart"
              placeholder="Gruppe"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Group>
        </>
      )}
      {all.length === 0 && <Text size="sm">Jeder Wunsch hat seine Zeiten.</Text>}
      <ul className={classes['cards']}>
        {shown.map(({ wish, refusal }) => (
          <li key={wish.id}>
            <PoolCard
              season={season}
              wish={wish}
              refusal={refusal}
              isPicked={pickedId === wish.id}
              onPick={() => onPick(wish)}
              onChoose={() => onChoose(wish.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type PoolCardProps = Lacking & { season: Season; isPicked: boolean; onPick: () => void; onChoose: () => void };

/** A wish to place: picked by Enter or tap, or dragged into the grid. */
function PoolCard({ season, wish, refusal, isPicked, onPick, onChoose }: PoolCardProps) {
  const [first, ...others] = wish.options;
  const handleDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button === 0) onPick();
  };
  return (
    <Stack gap={2}>
      <button type="button" className={classes['card']} aria-pressed={isPicked} onPointerDown={handleDown} onClick={onPick}>
        <strong>{wish.groupName}</strong>
        <span>{`${wish.organisation}, Wunsch ${wish.orderNo} · ${ageGroupNames[wish.ageGroup]}`}</span>
        <span>{sizeWords(wish)}</span>
        {refusal.missing > 1 && <span>{`${refusal.missing} Zeiten fehlen`}</span>}
        {first && <span>{`${optionWords(first, season)}${others.length > 0 ? ` (und ${others.length} weitere)` : ''}`}</span>}
      </button>
      <Button size="xs" variant="subtle" aria-label={`Zeit wählen für ${wish.groupName}`} onClick={onChoose}>
        Zeit wählen …
      </Button>
    </Stack>
  );
}

function classOf({ fixedClass, kind, ageGroup }: Wish): number {
  return fixedClass ?? priorityOf(kind, ageGroup);
}

function lackingOf({ refusals, figures }: SeasonPlan, wishes: ReadonlyMap<string, Wish>): Lacking[] {
  const shares = new Map(figures.map(({ organisationId, asked, given }) => [organisationId, asked === 0 ? 1 : given / asked]));
  const share = ({ organisationId }: Wish) => shares.get(organisationId) ?? 1;
  return refusals
    .flatMap((refusal): Lacking[] => {
      const wish = wishes.get(refusal.wishId);
      return wish ? [{ wish, refusal }] : [];
    })
    .toSorted((a, b) => classOf(a.wish) - classOf(b.wish) || share(a.wish) - share(b.wish) || a.wish.orderNo - b.wish.orderNo);
}
