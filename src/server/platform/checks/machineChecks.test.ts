import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serverEnvironment } from '../../../../scripts/serverProcess.mjs';
import { eventually, startProcess, temporaryFolder } from '#test/processes.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.runIf(hasOpenssl).each([
  [5, 'warn', /gilt nur noch 4 Tage: Bitte prüfen/],
  [60, 'ok', /antwortet mit gültigem Zertifikat/],
  [-1, 'bad', /^Das Zertifikat von .* ist abgelaufen, Browser lassen niemanden durch/],
] as const)('a certificate valid for %i days is reported as %s', async (days, state, text) => {
  const found = await look({ days, hosts: [] });
  expect(found.state).toBe(state);
  expect(found.text).toMatch(text);
});

test.runIf(hasOpenssl)('the certificates of all hosts of the clubs are checked, and the worst is reported', async () => {
  const all = await look({ days: 60, hosts: ['localhost', 'named.example'] });
  expect(all).toEqual({
    state: 'ok',
    text: expect.stringMatching(/ antwortet mit gültigem Zertifikat, ebenso https:\/\/named\.example:\d+\.$/),
  });
  const away = await look({ days: 60, hosts: ['localhost', 'away.invalid'] });
  expect(away).toEqual({ state: 'warn', text: expect.stringMatching(/^https:\/\/away\.invalid:\d+ ist .* nicht zu erreichen \(/) });
  const unnamed = await look({ days: 60, hosts: ['localhost', 'away.invalid', 'unnamed.example'] });
  expect(unnamed).toEqual({
    state: 'bad',
    text: expect.stringMatching(/^Das Zertifikat, das auf https:\/\/unnamed\.example:\d+ antwortet, gilt für einen anderen/),
  });
});

test.runIf(hasOpenssl)(
  'a certificate of an authority that only this machine knows, as of a town hall, is valid; one that nobody knows is told',
  async () => {
    expect(await look({ days: 60, hosts: [], trustedBy: 'machine' })).toMatchObject({ state: 'ok' });
    expect(await look({ days: 60, hosts: [], trustedBy: 'nobody' })).toEqual({
      state: 'warn',
      text: expect.stringMatching(/^Das Zertifikat von https:\/\/localhost:\d+ stammt von keiner Stelle, der dieser Rechner vertraut/),
    });
  },
);

type Outside = { days: number; hosts: readonly string[]; trustedBy?: 'program' | 'machine' | 'nobody' };

/** The finding for a certificate of "localhost" with this validity, on the public address and the hosts of a club. */
async function look({ days, hosts, trustedBy = 'program' }: Outside): Promise<{ state: string; text: string }> {
  const folder = temporaryFolder();
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:named.example', '-days', '1', '-nodes'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...name]);
  // A new certificate cannot have expired already, a re-signed copy can.
  spawnSync('openssl', ['x509', '-in', certificate, '-signkey', key, '-days', String(days), '-out', certificate]);
  const outside = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(certificate) }, (_request, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as AddressInfo;
  // A separate process: only it trusts the CA created here and resolves the example names to this machine.
  const code = `import dns from 'node:dns';
    const real = dns.lookup;
    dns.lookup = (name, options, done) => real(name.endsWith('.example') ? 'localhost' : name, options, done);
    const { machineChecks } = await import('./machineChecks.ts');
    const hosts = { RWA: ${JSON.stringify(hosts)}, SCB: ['scb.localhost'], GSV: [] };
    const settings = { reachable: true, secure: true, PUBLIC_URL: 'https://localhost:${port}', hosts };
    console.log(JSON.stringify(await machineChecks[1].look({ settings })));`;
  const file = path.join(folder, 'look.ts');
  fs.writeFileSync(file, code.replace('./machineChecks.ts', path.join(import.meta.dirname, 'machineChecks.ts')));
  const { NODE_USE_SYSTEM_CA } = serverEnvironment;
  const trust = { program: { NODE_EXTRA_CA_CERTS: certificate }, machine: { NODE_USE_SYSTEM_CA, SSL_CERT_FILE: certificate }, nobody: {} };
  const { output, ended } = startProcess(path.relative(process.cwd(), file), [], trust[trustedBy]);
  await ended;
  const found: { state: string; text: string } = JSON.parse(await eventually(() => output() || undefined));
  outside.close();
  fs.rmSync(folder, { recursive: true });
  return found;
}
