/** Texts of a release that contain its version: in the sources X.Y.Z, and X.Y.(Z+1) for the next one. */
export const namingVersion = ['docs/operations.md', 'deploy/Containerfile', 'deploy/compose.yaml'];

/** Replaces the placeholders by a version, so that commands can be copied literally. */
export function withVersion(text, version) {
  const [last = '', ...first] = version.split('.').toReversed();
  const next = [...first.toReversed(), Number(last) + 1].join('.');
  return text.replaceAll('X.Y.(Z+1)', next).replaceAll('X.Y.Z', version);
}
