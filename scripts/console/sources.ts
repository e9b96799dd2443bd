/** What the console is built from: if none is newer than the build, nothing is built. */
export const SOURCES = [
  'console/ui/**/*',
  'console/status-names.ts',
  'service/office/entrance-url.ts',
  'shared/**/*.ts',
  'simulator/hint-words.ts',
  'widget/icons.ts',
  'scripts/{build-console,console/*,widget/compress}.ts',
  'package-lock.json',
]
