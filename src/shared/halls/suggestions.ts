/** How a place differs from the one that was wanted. */
export type Difference = {
  /** Between the begins. */ minutes: number;
  /** Of its kind among those that suit, from 0. */ kindRank: number;
  isSameHall: boolean;
  /** Between the halls, where both say where they are. */ km: number;
  /** Parts beyond those that are needed. */ surplusUnits: number;
};

/** How far a place is from what was wanted; the less, the better: a quarter of an hour costs 1, another hall 3, a kilometre 2. */
export function suggestionCost({ minutes, kindRank, isSameHall, km, surplusUnits }: Difference): number {
  return Math.abs(minutes) / 15 + kindRank * 8 + (isSameHall ? 0 : 3) + km * 2 + surplusUnits * 3;
}

type Spot = { latitude: number | null; longitude: number | null };

/** How far two places lie from each other as the crow flies; 0 where one does not say where it is. */
export function kmBetween(one: Spot, other: Spot): number {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return 0;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const part = Math.sin(north / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(part));
}
