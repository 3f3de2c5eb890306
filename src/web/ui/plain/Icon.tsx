import { createElement, useEffect, useSyncExternalStore } from 'react';
import { knownIcon, onIcons, requestIcon } from '#web/lib/icons.ts';

/** A decorative icon of the collection "tabler". Its space is reserved and stays empty if it does not load. */
export function Icon({ name, size = 20 }: { name: string; /** Size in px; default 20. */ size?: number }) {
  const icon = useSyncExternalStore(onIcons, () => knownIcon(name));
  useEffect(() => requestIcon(name), [name]);
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox={`0 0 ${icon?.width ?? 24} ${icon?.height ?? 24}`} focusable="false">
      {icon?.parts.map((part, index) => createElement(part.tag, { ...part.attributes, key: index }))}
    </svg>
  );
}
