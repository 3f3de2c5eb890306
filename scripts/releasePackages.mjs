// Functions on the packages of a release, based on the lock file.

/** The folders of these packages and of their transitive dependencies, as placed by the lock file. */
export function packagesBelow({ packages }, names) {
  const found = new Set();
  const open = names.map((name) => `node_modules/${name}`);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    const { dependencies = {}, optionalDependencies = {} } = packages[at];
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(packages, at, needed);
      if (place && isForLinux(packages[place])) open.push(place);
    }
  }
  return [...found].sort();
}

/** Whether a package supports the platform of releases. */
export function isForLinux({ os, cpu, libc }) {
  return (os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true) && (libc?.includes('glibc') ?? true);
}

/** The bill of materials (CycloneDX 1.5) of all packages in a release, bundled or not. */
export function billOfMaterials({ packages }, { name, version, license }) {
  const components = Object.entries(packages)
    .filter(([at, one]) => at !== '' && !one.dev && !one.devOptional && !one.peer && isForLinux(one))
    .map(([at, one]) => component(at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length), one));
  const unique = [...new Map(components.map((one) => [one.purl, one])).values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const product = { type: 'application', 'bom-ref': `${name}@${version}`, name, version, licenses: licensed(license) };
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component: product }, components: unique };
}

function component(name, { version, integrity = '', license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm, sum] = integrity.split('-');
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: licensed(license),
    ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
  };
}

/** A single licence by its ID, several as an SPDX expression. */
function licensed(license) {
  if (!license) return undefined;
  return /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** The folder of a dependency of the package at `from`, by Node's resolution: nested or in a parent. */
function placeOf(packages, from, needed) {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    const place = `${at}/node_modules/${needed}`;
    if (packages[place]) return place;
    if (!at.includes('/node_modules/')) return packages[`node_modules/${needed}`] ? `node_modules/${needed}` : undefined;
  }
}
