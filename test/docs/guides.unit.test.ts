/** What holds in all guides: their links lead somewhere, and the popup’s tag is the one of the command. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/pack/places.ts'
import { scriptTag } from '../../widget/tags.ts'

const GUIDES = globSync('docs/**/*.{md,php,conf}', { cwd: ROOT })
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it.each(GUIDES.filter(file => file.endsWith('.md')))('%s links to places that packages have, too', file => {
  for (const link of linksOf(file)) {
    const [path = '', heading] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    expect(target, 'packages hold docs/ alone').toMatch(/^docs\//)
    expect({ link, leads: leads(target, heading) }).toEqual({ link, leads: true })
  }
})

it('the guide of frameworks shows the name of each file above it: sites show no more of a fence than what is in it', () => {
  const lines = text('docs/web-app/frameworks.md').split('\n')
  const named = lines.flatMap((line, index) => {
    const [, name] = /^```\w+ (?:(?:next|nuxt|sveltekit)\/)?(\S+)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, above: lines.slice(Math.max(0, index - 3), index).join('\n') }]
  })
  expect(named.length).toBeGreaterThan(20)
  for (const { name, above } of named) expect(above).toContain(`\`${name}\``)
})

it('the README links to places that are there', () => {
  const links = linksOf('README.md')
  expect(links.length).toBeGreaterThan(30)
  for (const link of links) {
    const [path = '', heading] = link.split('#')
    expect({ link, leads: leads(path || 'README.md', heading) }).toEqual({ link, leads: true })
  }
})

it.each(['ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'])('%s names places that are there', file => {
  const named = [...text(file).matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
  for (const path of [...named, ...linksOf(file)])
    expect({ path, leads: leads(path, undefined) }).toEqual({ path, leads: true })
})

/** Those to files, with their headings. */
function linksOf(file: string): string[] {
  const links = [...text(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter(link => !/^https?:/.test(link))
}

function leads(file: string, heading: string | undefined): boolean {
  return existsSync(join(ROOT, file)) && (heading === undefined || anchorsOf(file).includes(heading))
}

/** As sites that show Markdown make them of its headings. */
const anchorsOf = (file: string) =>
  [...text(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

it('show the popup’s tag as `schoolbell widget tag` prints it', () => {
  const [start] = scriptTag('', { file: 'popup.js' }, {}).split('src=')
  const tags = ['README.md', ...GUIDES].flatMap(file => text(file).match(/<script async .*?>/g) ?? [])
  expect(tags.length).toBeGreaterThan(9)
  for (const tag of tags) expect(tag.slice(0, start?.length)).toBe(start)
})
