import { DesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useStanding } from '#web/ui/notices/overlays.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { ProveDialog } from './screens/ProveDialog.tsx';

/** What can lie over a page: notifications, confirmations, the password prompt. */
export function Overlays() {
  // A notification must not cover buttons: tuning.css reserves space at the foot of a page, moves it beside an open drawer,
  // and on a phone above what stands at the foot.
  const isWide = useWide();
  useStanding();
  return (
    <DesignSystem>
      <ModalsProvider labels={{ confirm: 'Ja', cancel: 'Abbrechen' }}>
        <Notifications position={isWide ? 'bottom-right' : 'bottom-center'} containerWidth={480} />
        <ProveDialog />
      </ModalsProvider>
    </DesignSystem>
  );
}
