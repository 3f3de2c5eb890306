import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { memberKinds } from '#shared/people/memberWords.ts';
import { furtherChildrenAtMost } from '#shared/people/membershipApplications.ts';
import { genderAnswers } from '#shared/people/people.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { PlainDay } from '#web/ui/plain/forms/PlainDay.tsx';
import { PlainGroup, PlainPair } from '#web/ui/plain/forms/PlainGroup.tsx';
import { PlainRows } from '#web/ui/plain/forms/PlainRows.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { plainInput } from '#web/ui/plain/forms/plainInput.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import classes from '#web/ui/plain/plain.module.css';
import { emptyChild, type ApplicationValues } from './applicationValues.ts';

type PersonProps = { form: UseFormReturnType<ApplicationValues> };
type PartProps = PersonProps & { club: ClubName };

/** The person who applies. */
export function ApplyPerson({ form }: PersonProps) {
  const birthDate = plainInput(form, 'birthDate');
  return (
    <PlainGroup legend={form.values.isForChild ? 'Ihr Kind' : 'Sie'}>
      <PlainPair>
        <PlainField label="Vorname" required autoComplete="given-name" {...plainInput(form, 'firstname')} />
        <PlainField label="Nachname" required autoComplete="family-name" {...plainInput(form, 'lastname')} />
        <PlainDay
          label="Geburtsdatum"
          required
          latest={today()}
          {...birthDate}
          error={birthDate.error ?? plainInput(form, 'isForChild').error}
        />
        <GenderField label="Geschlecht" form={form} path="gender" />
        <PlainField label="Straße" required autoComplete="address-line1" {...plainInput(form, 'street')} />
        <PlainField label="Hausnummer" required autoComplete="off" {...plainInput(form, 'houseNo')} />
        <PlainField label="Postleitzahl" required inputMode="numeric" autoComplete="postal-code" {...plainInput(form, 'postcode')} />
        <PlainField label="Ort" required autoComplete="address-level2" {...plainInput(form, 'city')} />
      </PlainPair>
    </PlainGroup>
  );
}

function GenderField({ label, form, path }: PersonProps & { label: string; path: string }) {
  return (
    <PlainSelect label={label} {...plainInput(form, path)}>
      {Object.entries(genderAnswers).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </PlainSelect>
  );
}

/** Further children of the same parent: only the fields that differ. */
export function ApplyChildren({ club, form }: PartProps) {
  return (
    <PlainGroup legend="Weitere Kinder">
      <p className={classes['note']}>Geschwister kommen in denselben Antrag. Anschrift, Konto und Beginn gelten für alle.</p>
      <PlainRows
        rows={form.values.children}
        most={furtherChildrenAtMost}
        removeLabel={(number) => `Weiteres Kind ${number} entfernen`}
        addLabel="Kind hinzufügen"
        onRemove={(at) => form.removeListItem('children', at)}
        onAdd={() => form.insertListItem('children', emptyChild(form.values))}
      >
        {(_child, at) => (
          <>
            <PlainPair>
              <PlainField label="Vorname des Kindes" required autoComplete="off" {...plainInput(form, `children.${at}.firstname`)} />
              <PlainField label="Nachname des Kindes" required autoComplete="off" {...plainInput(form, `children.${at}.lastname`)} />
              <PlainDay label="Geburtsdatum des Kindes" required latest={today()} {...plainInput(form, `children.${at}.birthDate`)} />
              <GenderField label="Geschlecht des Kindes" form={form} path={`children.${at}.gender`} />
            </PlainPair>
            <DepartmentsField legend="Abteilungen des Kindes" club={club} form={form} path={`children.${at}.departmentIds`} />
          </>
        )}
      </PlainRows>
    </PlainGroup>
  );
}

/** The kind of membership and its beginning. */
export function ApplyMembership({ club, form }: PartProps) {
  return (
    <PlainGroup legend="Mitgliedschaft">
      <PlainPair>
        <PlainSelect label="Art" {...plainInput(form, 'kind')}>
          {memberKinds
            .filter(({ name }) => name !== 'honorary')
            .map(({ name, displayName }) => (
              <option key={name} value={name}>
                {displayName}
              </option>
            ))}
        </PlainSelect>
        <PlainDay label="Mitglied ab" required {...plainInput(form, 'joinsOn')} />
      </PlainPair>
      <DepartmentsField legend="Abteilungen (freiwillig)" club={club} form={form} path="departmentIds" />
    </PlainGroup>
  );
}

/** The departments of the club to tick; nothing if it has none. */
function DepartmentsField({ legend, club, form, path }: PartProps & { legend: string; path: string }) {
  const query = useQuery(departmentsQuery(club));
  const { value, onChange } = form.getInputProps(path) as { value: readonly string[]; onChange: (ids: readonly string[]) => void };
  if (!query.data) return query.error === null ? null : <Loading query={query} />;
  if (query.data.length === 0) return null;
  return (
    <PlainGroup legend={legend}>
      <PlainPair>
        {query.data.map(({ id, name }) => (
          <PlainTick
            key={id}
            checked={value.includes(id)}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))}
          >
            {name}
          </PlainTick>
        ))}
      </PlainPair>
    </PlainGroup>
  );
}
