import { Anchor, Stack } from '@mantine/core';
import { germanDate, weekdayNames } from '#shared/kernel/calendar.ts';
import { facilityKindNames, ownerKindNames, type Facility } from '#shared/halls/facilities.ts';
import { mapAddress } from '#web/lib/mapAddress.ts';
import { publicFileUrl } from '#web/lib/storage/publicFile.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { StoredPicture } from '#web/ui/files/StoredPicture.tsx';
import classes from './facilities.module.css';

/** The facts of a facility; keys and contacts only for those who work with it. */
export function FacilityFacts({ facility }: { facility: Facility }) {
  const { staff } = facility;
  const place = [facility.street, `${facility.postcode} ${facility.city}`.trim()].filter(Boolean).join(', ');
  const facts: [string, React.ReactNode][] = [
    ['Art', facilityKindNames[facility.kind]],
    ['Gehört', facility.ownerName || facility.ownerClub || ownerKindNames[facility.ownerKind]],
    ['Verwaltet von', facility.managerClub],
    ['Anschrift', place && <MapLink facility={facility} place={place} />],
    ['Teile', facility.units.map(({ label }) => label).join(', ')],
    ['Geöffnet', <Hours key="hours" facility={facility} />],
    ['Belag', facility.surface],
    ['Personen', facility.capacityPersons && `höchstens ${facility.capacityPersons}`],
    ['Ausstattung', facility.equipment.join(', ')],
    ['Barrierefrei', facility.isAccessible ? 'ja' : 'nein'],
    ['Buchung', rulesOf(facility)],
    ['Ferien', facility.closedInSchoolHolidays ? 'geschlossen' : 'geöffnet'],
    ['Feiertage', facility.closedOnPublicHolidays ? 'geschlossen' : 'geöffnet'],
    [
      'Nutzungsordnung',
      facility.rulesFile && (
        <Anchor key="rules" href={publicFileUrl(facility.rulesFile)} target="_blank" rel="noopener" underline="always">
          Ansehen
        </Anchor>
      ),
    ],
    ['Hausmeister', staff && [staff.caretakerName, staff.caretakerPhone].filter(Boolean).join(', ')],
    ['Schlüssel', staff?.keyNote],
    ['Beschreibung', facility.description],
  ];
  return (
    <Stack>
      {facility.image && (
        <StoredPicture path={facility.image} alt={facility.imageAlt} sizes="(max-width: 30em) 100vw, 36rem" className={classes['photo']} />
      )}
      <Facts facts={facts} />
    </Stack>
  );
}

function MapLink({ facility, place }: { facility: Facility; place: string }) {
  return (
    <Anchor href={mapAddress(facility, place)} target="_blank" rel="noopener noreferrer" underline="always">
      {place} (Karte)
    </Anchor>
  );
}

function Hours({ facility }: { facility: Facility }) {
  return weekdayNames.map((name, index) => {
    const hours = facility.openings.filter(({ weekday }) => weekday === index + 1).map(hoursOf);
    return (
      <div key={name}>
        {name}: {hours.join(' und ') || 'geschlossen'}
      </div>
    );
  });
}

/** "08:00–22:00 (01.04.2027 bis 30.09.2027)" */
function hoursOf({ opens, closes, validFrom, validTo }: Facility['openings'][number]): string {
  const season = [validFrom && `ab ${germanDate(validFrom)}`, validTo && `bis ${germanDate(validTo)}`].filter(Boolean).join(' ');
  return `${opens}–${closes}${season && ` (${season})`}`;
}

function rulesOf({ gridMinutes, bufferMinutes, leadDays, maxAdvanceDays, needsApproval }: Facility): string {
  return [
    `Raster ${gridMinutes} Minuten`,
    bufferMinutes > 0 && `${bufferMinutes} Minuten Puffer`,
    leadDays > 0 && `mindestens ${leadDays} Tage vorher`,
    `höchstens ${maxAdvanceDays} Tage im Voraus`,
    needsApproval ? 'mit Zusage' : 'ohne Zusage',
  ]
    .filter(Boolean)
    .join(', ');
}
