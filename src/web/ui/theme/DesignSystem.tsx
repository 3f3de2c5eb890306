// The design system's styles for every page but the light public ones, in the layer that app.css orders.
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

/** The mode is kept and changed by lib/colorMode.ts alone; the design system only follows it. */
const following: MantineColorSchemeManager = { get: colorMode, set: nothing, subscribe: nothing, unsubscribe: nothing, clear: nothing };

const Stands = createContext(false);

/**
 * What stands in it may be made of Mantine's parts. The public pages do without, so that the first page is light;
 * the colours are in the page's styles from the beginning (vite.config.ts).
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

/** A part of a public page that is made of Mantine's parts, with what they need. */
export function inDesignSystem<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <DesignSystem>
      <Part {...props} />
    </DesignSystem>
  );
}
