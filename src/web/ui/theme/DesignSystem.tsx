// The design system's styles for all but the light public pages, in the cascade layer that app.css orders.
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './tuning.css';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { createContext, use, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { boot } from '#web/lib/boot.ts';
import { colorMode, onColorMode } from '#web/lib/colorMode.ts';
import { styleNonce } from '#web/lib/styleNonce.ts';
import { clubTheme } from './theme.ts';

const theme = clubTheme(boot.isFromServer ? boot.club.name : undefined);
const nothing = () => undefined;

/** lib/colorMode.ts owns the colour mode; the design system only follows it. */
const following: MantineColorSchemeManager = { get: colorMode, set: nothing, subscribe: nothing, unsubscribe: nothing, clear: nothing };

const Stands = createContext(false);

/**
 * Provides Mantine to its children. Light public pages do without it; the club's colours are part of the page's first
 * styles (vite.config.ts).
 */
export function DesignSystem({ children }: { children: ReactNode }) {
  const mode = useSyncExternalStore(onColorMode, colorMode);
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
