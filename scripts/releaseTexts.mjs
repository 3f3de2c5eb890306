/** The texts of a release that name its version: in the sources they say X.Y.Z, and X.Y.(Z+1) for the one after it. */
export const namingVersion = ['docs/operations.md', 'deploy/Containerfile', 'deploy/compose.yaml'];

/** A text with the version that it speaks of, so that its commands can be typed as they stand. */
export function withVersion(text, version) {
  const [last = '', ...first] = version.split('.').toReversed();
  const next = [...first.toReversed(), Number(last) + 1].join('.');
  return text.replaceAll('X.Y.(Z+1)', next).replaceAll('X.Y.Z', version);
}
