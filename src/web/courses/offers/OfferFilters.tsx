import { useEffect, useState } from 'react';
import { clubNames } from '#shared/kernel/clubs.ts';
import { courseKindNames, courseKinds } from '#shared/courses/courseWords.ts';
import { offerDayName, offerGroupNames } from '#shared/courses/watches/filterWords.ts';
import { offerDays, offerOrders, readOfferFilter, type OfferFilter } from '#shared/courses/offerFilter.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { boot } from '#web/lib/boot.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import classes from './offers.module.css';
import { setFilters } from './offerWords.ts';

type OfferFiltersProps = { rows: readonly ListedCourse[]; filter: OfferFilter; onChange: (next: Partial<OfferFilter>) => void };

/** The filters of the offers: search, common filters with one tap, and the rest behind a button. */
export function OfferFilters({ rows, filter, onChange }: OfferFiltersProps) {
  const chips: { words: string; isOn: boolean; next: Partial<OfferFilter> }[] = [
    ...(boot.club.name === 'GSV' ? clubsOf(rows) : []).map((name) => ({
      words: boot.clubs[name].displayName,
      isOn: filter.club === name,
      next: { club: filter.club === name ? ('' as const) : name },
    })),
    ...(['children', 'youth', 'adults'] as const).map((name) => ({
      words: offerGroupNames[name],
      isOn: filter.group === name,
      next: { group: filter.group === name ? ('' as const) : name },
    })),
    { words: 'Heute', isOn: filter.day.includes('today'), next: { day: filter.day.includes('today') ? [] : (['today'] as const) } },
    { words: 'Freie Plätze', isOn: filter.free, next: { free: !filter.free } },
    ...(rows.some(({ hasTrial }) => hasTrial) || filter.trial
      ? [{ words: 'Schnuppern', isOn: filter.trial, next: { trial: !filter.trial } }]
      : []),
    {
      words: 'Wochenende',
      isOn: filter.day.join() === 'sa,su',
      next: { day: filter.day.join() === 'sa,su' ? [] : (['sa', 'su'] as const) },
    },
  ];
  return (
    <search className={classes['filters']}>
      <SearchField value={filter.q} onChange={(q) => onChange({ q })} />
      <div className={classes['chips']}>
        {chips.map(({ words, isOn, next }) => (
          <button key={words} type="button" className={classes['chip']} aria-pressed={isOn} onClick={() => onChange(next)}>
            {words}
          </button>
        ))}
      </div>
      <MoreFilters rows={rows} filter={filter} onChange={onChange} />
    </search>
  );
}

/** The search field, debounced. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [last, setLast] = useState(value);
  // Cleared from outside, e.g. by "Ohne …".
  if (last !== value) {
    setLast(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChange(typed), 250);
    return () => clearTimeout(timer);
  });
  return (
    <PlainField
      label="Was suchen Sie?"
      type="search"
      maxLength={80}
      placeholder="Turnen, Mittwoch, 6 Jahre …"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function MoreFilters({ rows, filter, onChange }: OfferFiltersProps) {
  const count = setFilters({ ...filter, q: '' }).length;
  // Beside the list they take no room away from the offers.
  const [isBeside] = useState(() => matchMedia('(min-width: 62em)').matches);
  const isShown =
    isBeside || filter.from !== '' || filter.age !== null || filter.department !== '' || filter.location !== '' || filter.price !== null;
  const departments = namesOf(rows, ({ department }) => department);
  const places = namesOf(rows, ({ place }) => place);
  const read = (name: keyof OfferFilter) => (event: { currentTarget: { value: string } }) =>
    onChange({ [name]: readOfferFilter({ [name]: event.currentTarget.value })[name] });
  return (
    <details className={classes['more']} open={isShown}>
      <summary>{count > 0 ? `Filter (${count})` : 'Filter'}</summary>
      <div className={classes['fields']}>
        <PlainField label="Alter" inputMode="numeric" maxLength={3} value={filter.age ?? ''} onChange={read('age')} />
        <PlainSelect label="Wochentag" value={filter.day.length === 1 ? filter.day[0] : ''} onChange={read('day')}>
          <option value="">{filter.day.length > 1 ? filter.day.map(offerDayName).join(', ') : 'jeder Tag'}</option>
          {[...offerDays, 'today' as const].map((day) => (
            <option key={day} value={day}>
              {offerDayName(day)}
            </option>
          ))}
        </PlainSelect>
        <PlainField label="Frühestens um" type="time" value={filter.from} onChange={read('from')} />
        <PlainSelect label="Art" value={filter.kind} onChange={read('kind')}>
          <option value="">alle</option>
          {courseKinds.map((kind) => (
            <option key={kind} value={kind}>
              {courseKindNames[kind]}
            </option>
          ))}
        </PlainSelect>
        {departments.length > 1 && <Names label="Abteilung" names={departments} value={filter.department} onChange={read('department')} />}
        {places.length > 1 && <Names label="Ort" names={places} value={filter.location} onChange={read('location')} />}
        <PlainField label="Preis bis (€)" inputMode="numeric" maxLength={4} value={filter.price ?? ''} onChange={read('price')} />
        <PlainSelect label="Reihenfolge" value={filter.sort} onChange={read('sort')}>
          <option value="">übliche</option>
          {offerOrders.map((order) => (
            <option key={order} value={order}>
              {orderNames[order]}
            </option>
          ))}
        </PlainSelect>
      </div>
      {count > 0 && <PlainButton onClick={() => onChange(readOfferFilter({ q: filter.q }))}>Filter zurücksetzen</PlainButton>}
    </details>
  );
}

const orderNames = { soon: 'beginnt bald', fit: 'passt am besten', free: 'freie Plätze', price: 'Preis' } as const;

type NamesProps = {
  label: string;
  names: readonly string[];
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

function Names({ label, names, value, onChange }: NamesProps) {
  return (
    <PlainSelect label={label} value={value} onChange={onChange}>
      <option value="">alle</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </PlainSelect>
  );
}

function namesOf(rows: readonly ListedCourse[], of: (row: ListedCourse) => string | null): string[] {
  return [...new Set(rows.map((row) => of(row) ?? ''))].filter(Boolean).toSorted(compareNames);
}

function clubsOf(rows: readonly ListedCourse[]) {
  return clubNames.filter((name) => rows.some(({ club }) => club === name));
}
