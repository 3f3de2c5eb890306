import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { encode } from 'uqr';
import type { Facility } from '#shared/halls/facilities.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import './poster.css';

/** The poster for the door: a QR code to today's plan and the defect report. */
export function DoorPoster({ facility }: { facility: Facility }) {
  const path = `/halls/${facility.slug}`;
  const address = `${location.origin}${path}`;
  return (
    <Stack>
      <Group className="no-print">
        <Button leftSection={<Icon name="printer" size={18} />} onClick={() => print()}>
          Türschild drucken
        </Button>
        <Anchor href={path} underline="always">
          Seite an der Tür
        </Anchor>
        <Anchor href={`${path}?kiosk=1`} underline="always">
          Kiosk-Ansicht
        </Anchor>
        <Anchor href={`/feeds/halls/${facility.slug}.ics`} underline="always">
          Kalender (iCal)
        </Anchor>
      </Group>
      <div className="door-poster">
        <h2>{facility.name}</h2>
        <Code text={address} />
        <p>Heutiger Plan · Schaden melden</p>
        <p>{address}</p>
      </div>
    </Stack>
  );
}

function Code({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 2 }), [text]);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR-Code für ${text}`} width="100%" style={{ maxWidth: 320 }}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
