import type { CDPSession, Page } from 'playwright-core';

/** A device that keeps passkeys, and the line to Chromium by which a test looks into it. */
export type Device = { line: CDPSession; authenticatorId: string };

/** A device with a fingerprint reader, as Chromium plays it; its owner always agrees. */
export async function deviceOf(page: Page): Promise<Device> {
  const line = await page.context().newCDPSession(page);
  await line.send('WebAuthn.enable');
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { line, authenticatorId };
}
