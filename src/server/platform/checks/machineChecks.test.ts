import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually, startProcess, temporaryFolder } from '#test/processes.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.runIf(hasOpenssl).each([
  [5, 'warn', /gilt nur noch 4 Tage: Bitte prüfen/],
  [60, 'ok', /antwortet mit gültigem Zertifikat/],
] as const)('a certificate that holds for %i days is told as %s', async (days, state, text) => {
  const folder = temporaryFolder();
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', String(days), '-nodes'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...name]);
  const outside = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(certificate) }, (_request, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as AddressInfo;
  // Only a process of its own believes the authority that is made here.
  const code = `const { machineChecks } = await import('./machineChecks.ts');
    const settings = { reachable: true, secure: true, PUBLIC_URL: 'https://localhost:${port}' };
    console.log(JSON.stringify(await machineChecks[1].look({ settings })));`;
  const file = path.join(folder, 'look.ts');
  fs.writeFileSync(file, code.replace('./machineChecks.ts', path.join(import.meta.dirname, 'machineChecks.ts')));
  const { output, ended } = startProcess(path.relative(process.cwd(), file), [], { NODE_EXTRA_CA_CERTS: certificate });
  await ended;
  const found: { state: string; text: string } = JSON.parse(await eventually(() => output() || undefined));
  expect(found.state).toBe(state);
  expect(found.text).toMatch(text);
  outside.close();
  fs.rmSync(folder, { recursive: true });
});
