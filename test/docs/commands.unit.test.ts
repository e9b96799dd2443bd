/** What the documents give to type or to copy: each command and option exists, and each piece of data is well-formed. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { schoolbellCommand } from '../../cli/commands.ts'
import syncCommand from '../../cli/sync.ts'
import { ROOT } from '../../scripts/pack/places.ts'

const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter(page => page !== 'CHANGELOG.md')

interface Fence {
  page: string
  language: string
  text: string
}

const fences: Fence[] = PAGES.flatMap(page =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^ *```(\w+)[^\n]*\n(.*?)^ *```$/gms)].map(
    ([, language = '', text = '']) => ({ page, language, text }),
  ),
)
const inLanguages = (...languages: string[]) => fences.filter(({ language }) => languages.includes(language))

/** Each line of a shell by itself, in words, without what is printed and what follows in a comment. */
const calls = inLanguages('sh', 'bash', 'console').flatMap(({ page, language, text }) =>
  text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(line => language !== 'console' || line.startsWith('$ '))
    .flatMap(line => line.replace(/(^|\s)#.*$/, '').match(/(?:'[^']*'|"[^"]*"|[^'"&|;])+/g) ?? [])
    .map(call => ({ page, call: call.trim().replace(/^\$ /, '') })),
)
/** As users start it: by its name, through npx, or from a clone. */
const NAMED =
  /^(?:sudo (?:-\S+ \S+ )?|[A-Z_]+=\S+ )*(?:npx |npm run -s )?(schoolbell(?:-sync)?)(?: --(?= ))? (.*)$/
const commands = calls.flatMap(({ page, call }) => {
  const [, program = '', rest = ''] = NAMED.exec(call) ?? []
  return program === '' ? [] : [{ page, call, program, words: wordsOf(rest) }]
})

describe('each call of schoolbell', () => {
  it('is found', () => expect(commands.length).toBeGreaterThan(25))

  it.each(commands)('$page: $call', async ({ program, words }) => {
    const command = program === 'schoolbell' ? await schoolbellCommand(words) : syncCommand()
    expect(faultIn(command, words)).toBeUndefined()
  })

  it('would be found wrong', async () => {
    const faultOf = async (...words: string[]) => faultIn(await schoolbellCommand(words), words)
    expect(await faultOf('sync', 'webhoks', 'list')).toBe('schoolbell sync has no command webhoks')
    expect(await faultOf('sync', '--dbx', 'news.db')).toBe('schoolbell sync has no option --dbx')
    expect(await faultOf('popups', '--site')).toBe('schoolbell popups: --site needs a value')
    expect(await faultOf('popups', '--site', 'academy')).toBeUndefined()
  })
})

it('each script of npm run exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const named = PAGES.flatMap(page => {
    const found = readFileSync(join(ROOT, page), 'utf8').matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)
    return [...found].map(([, name = '']) => ({ page, name }))
  })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([])
})

describe('each piece of data is well-formed', () => {
  it.each(inLanguages('json'))('JSON of $page: $text', ({ text }) => {
    expect(() => JSON.parse(text)).not.toThrow()
  })

  it.each(inLanguages('yaml', 'yml'))('YAML of $page: $text', ({ text }) => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([])
  })

  it.each(inLanguages('xml'))('XML of $page: $text', ({ text }) => {
    expect(() => new SaxesParser().write(text).close()).not.toThrow()
  })
})

/** A shell's words: quotes keep one together. */
function wordsOf(call: string): string[] {
  return [...call.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ''))
}

/** What is wrong with a call, by the commands and options that are declared: nothing is run. */
function faultIn(command: Command, words: readonly string[], path = command.name()): string | undefined {
  for (const [index, word] of words.entries()) {
    if (word === '--help' || word === '…' || word === '--') return undefined
    if (word.startsWith('-') && word !== '-') {
      const [flag = '', value] = word.split('=')
      const option = command.options.find(({ long, short }) => [long, short].includes(flag))
      if (!option) return `${path} has no option ${flag}`
      if (!option.required && !option.optional) continue
      const next = words[index + 1]
      if (value !== undefined) continue
      if (option.required && (next === undefined || next.startsWith('--')))
        return `${path}: ${flag} needs a value`
      const rest = next?.startsWith('-') ? words.slice(index + 1) : words.slice(index + 2)
      return faultIn(command, rest, path)
    }
    const inner = command.commands.find(each => each.name() === word || each.aliases().includes(word))
    if (inner) return faultIn(inner, words.slice(index + 1), path === inner.name() ? path : `${path} ${word}`)
    if (command.commands.length > 0 && command.registeredArguments.length === 0)
      return `${path} has no command ${word}`
  }
  return undefined
}
