/** The differences between a suggested place and the requested one. */
export type Difference = {
  /** Between the start times. */ minutes: number;
  /** The rank of its kind among the suitable ones, from 0. */ kindRank: number;
  isSameHall: boolean;
  /** Between the facilities, if both have coordinates. */ km: number;
  /** Units beyond the required number. */ surplusUnits: number;
};

/** The cost of a suggestion, lower is better: a quarter of an hour counts 1, another hall 3, a kilometre 2, a surplus unit 3. */
export function suggestionCost({ minutes, kindRank, isSameHall, km, surplusUnits }: Difference): number {
  return Math.abs(minutes) / 15 + kindRank * 8 + (isSameHall ? 0 : 3) + km * 2 + surplusUnits * 3;
}

type Spot = { latitude: number | null; longitude: number | null };

/** The distance of two places in km as the crow flies; 0 if one has no coordinates. */
export function kmBetween(one: Spot, other: Spot): number {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return 0;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const part = Math.sin(north / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(part));
}
