import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/process/root.ts';
import { settingsShape } from '#server/platform/process/settings.ts';
import { temporaryFolder } from './processes.ts';

const deploy = path.join(projectRoot, 'deploy');
const read = (file: string) => fs.readFileSync(path.join(deploy, file), 'utf8');
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('the unit can be enabled, waits for the network, never gives up and shuts the server into its folder', () => {
  const unit = read('vereinsportal.service');
  for (const line of [
    '[Install]',
    'WantedBy=multi-user.target',
    'After=network-online.target postgresql.service',
    'Restart=always',
    'RestartSec=5',
    'StartLimitIntervalSec=0',
    'KillMode=mixed',
    'MemoryMax=1G',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ExecStart=/srv/vereinsportal/vereinsportal start',
  ])
    expect(unit.split('\n')).toContain(line);
});

test('where the handbook puts backups, the units let the service write', () => {
  const [, named = ''] = /`BACKUP_TO=(\/[^`]+)`/.exec(fs.readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8')) ?? [];
  expect(named).toMatch(/^\/srv\//);
  for (const unit of ['vereinsportal.service', 'vereinsportal-backup.service']) {
    const folders = /^ReadWritePaths=(.*)$/m.exec(read(unit))?.[1]?.split(' ') ?? [];
    expect(folders.some((one) => named.startsWith(`${one.replace(/^-/, '')}/`))).toBe(true);
  }
});

test.runIf(has('systemd-analyze'))('systemd takes the units', () => {
  const names = ['vereinsportal.service', 'vereinsportal-backup.service', 'vereinsportal-backup.timer'];
  // The program that they name is not installed here; another one stands for it.
  for (const name of names) fs.writeFileSync(path.join(folder, name), read(name).replace(/^ExecStart=\/srv\S+/m, 'ExecStart=/bin/true'));
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...names.map((name) => path.join(folder, name))], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('vereinsportal') && !/User|user/.test(line))).toEqual([]);
});

test('nginx leads http to https, passes host and port on, believes no header of the client and does not hold streams back', () => {
  const text = read('nginx.conf');
  for (const line of [
    'listen 80;',
    'return 301 https://$host$request_uri;',
    'listen 443 ssl http2;',
    'proxy_set_header Host $http_host;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Host "";',
    'proxy_buffering off;',
    'proxy_request_buffering off;',
  ])
    expect(text).toContain(line);
  expect(text.match(/^ {2}server 127\.0\.0\.1:\d+/gm)).toHaveLength(2);
});

test.runIf(has('nginx') && has('openssl'))('nginx takes its file', () => {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=portal.example', '-days', '1', '-nodes'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject]);
  const servers = read('nginx.conf')
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
  fs.writeFileSync(path.join(folder, 'nginx.conf'), `events {}\nhttp {\n${servers}\n}\npid ${folder}/pid;\n`);
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.stringContaining('successful')]);
});

test('the other proxies clear what the client says of itself and know both processes', () => {
  for (const file of ['Caddyfile', 'haproxy.cfg']) {
    expect(read(file)).toMatch(/127\.0\.0\.1:3000[\s\S]*127\.0\.0\.1:3001/);
    expect(read(file)).toMatch(/X-Forwarded-Host/);
    expect(read(file)).toContain('/health/ready');
  }
});

test.runIf(has('haproxy'))('HAProxy takes its file', () => {
  const file = path.join(folder, 'haproxy.cfg');
  // Whether the certificate is there is not asked here.
  fs.writeFileSync(file, read('haproxy.cfg').replace(/ ssl crt \S+ alpn \S+/, ''));
  expect(spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' }).status).toBe(0);
});

test.runIf(has('caddy'))('Caddy takes its files', () => {
  for (const file of ['Caddyfile', 'Caddyfile.compose']) {
    const words = ['validate', '--adapter', 'caddyfile', '--config', path.join(deploy, file)];
    expect(spawnSync('caddy', words, { encoding: 'utf8', env: { ...process.env, HOME: folder } })).toMatchObject({ status: 0 });
  }
});

test.runIf(has('promtool'))('Prometheus takes its rules', () => {
  const count = read('prometheus-rules.yml').match(/- alert:/g)?.length;
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', path.join(deploy, 'prometheus-rules.yml')], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining(`${count} rules found`)]);
});

test('the container runs as nobody special, knows whether it lives, and its settings are ours', () => {
  const text = read('Containerfile');
  expect(text).toMatch(/^USER 10001:0$/m);
  expect(text).toMatch(/^HEALTHCHECK /m);
  expect(text).toMatch(/^VOLUME \/data$/m);
  const portal = /^ {2}portal:\n([\s\S]*?)\n\n/m.exec(read('compose.yaml'))?.[1] ?? '';
  const named = [...(portal.split('    environment:\n')[1] ?? '').matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !(name in settingsShape.shape))).toEqual([]);
  const hosts = [...portal.matchAll(/^ {6}CLUB_HOSTS_\w+: (.*)$/gm)].flatMap(([, list = '']) => list.split(','));
  const served = /^([\w., ]+) \{$/m.exec(read('Caddyfile.compose'))?.[1]?.split(', ') ?? [];
  expect(hosts.filter((host) => !served.includes(host))).toEqual([]);
  // Nothing outside of the volume can be written.
  expect(portal).toMatch(/^ {6}BACKUP_TO: \/data\//m);
});
