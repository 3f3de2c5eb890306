// First, as it orders the layers of all that come.
import '#web/app/app.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import 'virtual:club-looks.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/App.tsx';
import { queryClient } from '#web/app/queryClient.ts';
import { awaitPage } from '#web/app/serverWords.ts';
import { reloadOnFailedChunk } from '#web/lib/call/freshness.ts';

reloadOnFailedChunk();
const root = document.getElementById('root');
if (root) {
  awaitPage(root);
  // Rendered in slices, so that a slow phone stays responsive; the server-rendered text is shown above it until it is complete.
  startTransition(() => createRoot(root).render(<App />));
}

// What the first paint does not need starts after it: session, live notices.
addEventListener('load', () => void import('#web/app/background.ts').then(({ startBackground }) => startBackground(queryClient)), {
  once: true,
});
