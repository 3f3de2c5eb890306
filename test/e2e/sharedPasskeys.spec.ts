import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { demoPassword, emailOf, startServer, type TestServer } from '../harness.ts';
import { temporaryFolder } from '../processes.ts';
import { deviceOf } from './device.ts';
import { phone } from './person.ts';

// Two hosts over TLS, as browsers ask for it: one is asked by the browser whether the other may use its passkeys.
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const [own, other] = ['rotweiss.example', 'blautal.example'];
const folder = temporaryFolder();
let server: TestServer;
let front: https.Server;
let browser: Browser;

beforeAll(async () => {
  if (!hasOpenssl) return;
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const names = ['-subj', `/CN=${own}`, '-addext', `subjectAltName=DNS:${own},DNS:${other}`, '-days', '5', '-nodes'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...names]);
  server = await startServer({
    PUBLIC_URL: `https://${own}`,
    CLUB_HOSTS_RWA: own,
    CLUB_HOSTS_SCB: other,
    PASSKEY_HOST: own,
  });
  front = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }, (request, response) => {
    const { method, url, headers } = request;
    const inner = http.request({ host: '127.0.0.1', port: server.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    response.on('close', () => inner.destroy());
    request.pipe(inner);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  browser = await launchBrowser([`--host-resolver-rules=MAP *.example:443 127.0.0.1:${port}`, '--ignore-certificate-errors']);
});
afterAll(async () => {
  if (!hasOpenssl) return;
  await browser.close();
  front.closeAllConnections();
  front.close();
  await server.close();
  fs.rmSync(folder, { recursive: true });
});

test.runIf(hasOpenssl)('a passkey that was made at the address of one club signs in at that of another', async () => {
  const context = await browser.newContext({ ...phone, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await deviceOf(page);
  await page.goto(`https://${own}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(emailOf('reader'));
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Einloggen', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(`https://${own}/profile/security#passkeys`);
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await page.getByText('Der Passkey ist angelegt. Er gilt unter allen Adressen des Portals.').waitFor();

  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(`https://${other}/login`);
  await page.getByRole('button', { name: 'Mit Passkey einloggen' }).click();
  await page.waitForURL((url) => url.hostname === other && url.pathname !== '/login');
  await page.goto(`https://${other}/profile/security#passkeys`);
  await page.getByText(/^Gilt unter allen Adressen des Portals\. Angelegt/).waitFor();
  expect(await server.sql("select 1 from security_log where event = 'passkey-refused'")).toEqual([]);
});
