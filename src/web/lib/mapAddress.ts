/** The URL of a map for a place: by its coordinates, else by its address. */
export function mapAddress({ latitude, longitude }: { latitude: number | null; longitude: number | null }, address: string): string {
  const query =
    latitude !== null && longitude !== null
      ? `?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
      : `search?query=${encodeURIComponent(address)}`;
  return `https://www.openstreetmap.org/${query}`;
}
