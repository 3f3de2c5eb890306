import { mapAddress } from '#web/lib/mapAddress.ts';

type MapLinkProps = { at: Parameters<typeof mapAddress>[0]; address: string };

/** An address linked to a map. */
export function MapLink({ at, address }: MapLinkProps) {
  return (
    <a href={mapAddress(at, address)} target="_blank" rel="noopener noreferrer">
      {address} (Karte)
    </a>
  );
}
