import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useAuth } from '#web/lib/session/session.ts';
import { useOverlaysWanted } from '#web/ui/notices/overlays.ts';
import { LostLineBar } from './layouts/LostLineBar.tsx';
import { MaintenanceBar } from './layouts/MaintenanceBar.tsx';
import { NewVersionBar } from './layouts/NewVersionBar.tsx';
import { queryClient } from './queryClient.ts';
import { router } from './router.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const Overlays = lazyPart(async () => (await import('./Overlays.tsx')).Overlays, null);

/** The whole app. It renders nothing until the auth state is known (specification section 1). */
export function App() {
  const { isKnown } = useAuth();
  const overlaysWanted = useOverlaysWanted();

  if (!isKnown) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <MaintenanceBar />
      <RouterProvider router={router} />
      <LostLineBar />
      <NewVersionBar />
      {overlaysWanted && <Overlays />}
    </QueryClientProvider>
  );
}
