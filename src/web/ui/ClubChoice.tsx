import { Select } from '@mantine/core';
import { clubNames, defaultClubs, type ClubName } from '#shared/clubs.ts';

const options = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));

/** Which club's records are shown, for whoever may see those of others. */
export function ClubChoice({ value, onChange }: { value: ClubName; onChange: (club: ClubName) => void }) {
  return (
    <Select
      aria-label="Verein"
      data={options}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => {
        const club = clubNames.find((name) => name === chosen);
        if (club) onChange(club);
      }}
    />
  );
}
