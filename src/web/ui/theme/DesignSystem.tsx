// The design system's styles for all but the light public pages, in the cascade layer that app.css orders.
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './tuning.css';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { createContext, use, useLayoutEffect, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { colorMode, onColorMode } from '#web/lib/kept/colorMode.ts';
import { ownClub } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { styleNonce } from '#web/lib/styleNonce.ts';
import { clubTheme } from './theme.ts';

const nothing = () => undefined;

/** lib/kept/colorMode.ts owns the colour mode; the design system only follows it. */
const following: MantineColorSchemeManager = { get: colorMode, set: nothing, subscribe: nothing, unsubscribe: nothing, clear: nothing };

const Stands = createContext(false);

/**
 * Provides Mantine to its children. Light public pages do without it; the club's colours are part of the page's first
 * styles (vite.config.ts). The look is the site's, unless a frame wears that of another club.
 */
export function DesignSystem({ club = boot.club.name, children }: { club?: ClubName; children: ReactNode }) {
  const mode = useSyncExternalStore(onColorMode, colorMode);
  const theme = useMemo(() => clubTheme(boot.isFromServer ? club : undefined), [club]);
  useLayoutEffect(() => {
    if (club === boot.club.name) return undefined;
    const { dataset } = document.documentElement;
    dataset['club'] = club;
    return () => void (dataset['club'] = boot.club.name);
  }, [club]);
  if (use(Stands)) return children;
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      colorSchemeManager={following}
      forceColorScheme={mode}
      getStyleNonce={() => styleNonce}
    >
      <Stands value>{children}</Stands>
    </MantineProvider>
  );
}

/** Wraps a part of a public page that uses Mantine. */
export function inDesignSystem<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <DesignSystem>
      <Part {...props} />
    </DesignSystem>
  );
}

/** Wraps a frame of the staff: it wears the look of the club they work for, on whatever site. */
export function inOwnLook(Frame: ComponentType): ComponentType {
  return () => (
    <DesignSystem club={ownClub(useAuth().user).name}>
      <Frame />
    </DesignSystem>
  );
}
