import type { Package } from './packages.ts'

/** The page of the package in a registry. The guides are in the package `schoolbell`, once for all. */
export function readmeOf({ name, description, exports }: Package): string {
  const names = Object.keys(exports).map(path => `- \`${name}${path.slice(1)}\`\n`)
  return `# ${name}

${description}

${names.length > 0 ? `Import names:\n\n${names.join('')}\n` : ''}The guides are in the folder \`docs\` of the package \`schoolbell\`.
`
}
