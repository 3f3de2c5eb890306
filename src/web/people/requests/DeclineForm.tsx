import { declineInput } from '#shared/people/changeRequests.ts';
import { RefusalForm } from '#web/ui/decisions/RefusalForm.tsx';

type DeclineFormProps = {
  isBusy: boolean;
  error: unknown;
  onDecline: (reason: string, onError: (error: unknown) => void) => void;
  onCancel: () => void;
};

/** The reason for declining a request or an application. */
export function DeclineForm({ onDecline, ...of }: DeclineFormProps) {
  return <RefusalForm {...of} label="Grund" action="Ablehnen" shape={declineInput.shape.reason} maxLength={500} onRefuse={onDecline} />;
}
