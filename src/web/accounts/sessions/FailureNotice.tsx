import { boot } from '#web/lib/boot.ts';
import { Notice } from './Notice.tsx';

/** The neutral message after a failed sign-in or registration; only if a super has enabled it. */
export function FailureNotice({ hasFailed }: { hasFailed: boolean }) {
  if (!hasFailed || !boot.parameters.showSignInErrors) return null;
  return <Notice kind="bad">Das hat nicht geklappt: Bitte prüfen Sie Ihre Angaben und versuchen Sie es gleich noch einmal.</Notice>;
}
