import { Select } from '@mantine/core';
import { clubNames, defaultClubs, type ClubName } from '#shared/kernel/clubs.ts';

const names = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));

type ClubChoiceProps = {
  value: ClubName;
  /** Short names, for narrow places. */ isShort?: boolean;
  onChange: (club: ClubName) => void;
};

/** Selects the club whose records are shown, for users who may see those of other clubs. */
export function ClubChoice({ value, isShort = false, onChange }: ClubChoiceProps) {
  return (
    <Select
      aria-label="Verein"
      data={isShort ? [...clubNames] : names}
      {...(isShort && { w: 110 })}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => {
        const club = clubNames.find((name) => name === chosen);
        if (club) onChange(club);
      }}
    />
  );
}
