/** What holds in all guides: their links lead somewhere, and the popup’s tag is the one of the command. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { anchorOf } from '../../scripts/docs/anchors.ts'
import { checkOrder } from '../../scripts/docs/pages.ts'
import { ROOT } from '../../scripts/pack/places.ts'
import { scriptTag, TAG_ATTRIBUTES } from '../../widget/tags.ts'
import { SHOP_PLACES } from '../support/examples.ts'

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

it.each(GUIDES.filter(file => file.startsWith('docs/web-app/') && file.endsWith('.md')))(
  '%s shows the name of each file above it, and parts of examples as they stand there',
  file => {
    for (const [, name = '', code = ''] of text(file).matchAll(/^```\w+ (\S+)\n(.*?)^```/gms)) {
      const before = text(file).slice(0, text(file).indexOf(` ${name}\n`))
      const [, nameInExample = name] = /^[a-z]+\/(.*)$/.exec(name) ?? []
      // Sites and forges show no more of a fence than what is in it.
      expect(before.split('\n').slice(-4).join('\n')).toContain(`\`${nameInExample}\``)
      if (name.includes('/')) expect(text(`examples/${name}`)).toContain(code)
    }
  },
)

it('the examples have the frameworks that the tests have', () => {
  const tested = (folder: string) => JSON.parse(text(`test/${folder}/package.json`)).dependencies
  const inNode = { ...tested('package'), ...tested('frameworks/sveltekit'), ...tested('frameworks/nuxt') }
  for (const framework of Object.keys(SHOP_PLACES)) {
    const { dependencies, devDependencies } = JSON.parse(text(`examples/${framework}/package.json`))
    const versions = framework === 'nextjs' ? tested('frameworks/nextjs') : inNode
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      expect([name, range]).toEqual([name, `^${versions[name]}`])
  }
})

it('each page is in a list of the site', () => {
  expect(checkOrder).not.toThrow()
})

it('the table of the tag’s attributes has all that the popup reads, and no other', () => {
  const [, names = ''] = /const \{(.*?)\} = tag\.dataset/.exec(text('widget/from-tag.ts')) ?? []
  const read = names.split(',').map(name => name.trim().replace(/ =.*/, ''))
  const attributes = read.map(
    name => `data-${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
  )
  const described = Object.keys(TAG_ATTRIBUTES).filter(name => name.startsWith('data-'))
  expect(described.toSorted()).toEqual(attributes.toSorted())
})

it('the README links to places that are there', () => {
  const links = linksOf('README.md')
  expect(links.length).toBeGreaterThan(15)
  for (const link of links) {
    const [path = '', heading] = link.split('#')
    expect({ link, leads: leads(path || 'README.md', heading) }).toEqual({ link, leads: true })
  }
})

it.each(['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
  '%s names places that are there',
  file => {
    const named = [...text(file).matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
    for (const path of [...named, ...linksOf(file)])
      expect({ path, leads: leads(path, undefined) }).toEqual({ path, leads: true })
  },
)

const TRANSLATED = globSync('docs/zh/**/*.md', { cwd: ROOT }).filter(file =>
  existsSync(join(ROOT, inEnglish(file))),
)

it.each(TRANSLATED)('%s shows the programs and commands of its English page', file => {
  expect(blocksOf(file)).toEqual(blocksOf(inEnglish(file)))
})

function inEnglish(file: string): string {
  return file.replace('docs/zh/', 'docs/')
}

const blocksOf = (file: string) => text(file).match(/^ *```.*?^ *```$/gms)

/** Those to files, with their headings. */
function linksOf(file: string): string[] {
  const links = [...text(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter(link => !/^https?:/.test(link))
}

function leads(file: string, heading: string | undefined): boolean {
  return existsSync(join(ROOT, file)) && (heading === undefined || anchorsOf(file).includes(heading))
}

const anchorsOf = (file: string) =>
  [...text(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title))

it('show the popup’s tag as `schoolbell widget tag` prints it', () => {
  const [start] = scriptTag('', { file: 'popup.js' }, {}).split('src=')
  const tags = ['README.md', ...GUIDES].flatMap(file => text(file).match(/<script async .*?>/g) ?? [])
  expect(tags.length).toBeGreaterThan(5)
  for (const tag of tags) expect(tag.slice(0, start?.length)).toBe(start)
})
