import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { call } from '../support/call.ts'

const { scripts, tags, importMapCspSource } = JSON.parse(
  readFileSync(join(WIDGET_DIR, 'integrity.json'), 'utf8'),
)
const tag = (...args: string[]) => call(['widget', 'tag', ...args])
const READY = ['--service-url', 'https://information.school.example/cms', '--site', 'academy']

describe('schoolbell widget tag', () => {
  it('prints one line to copy, with what is not the default', async () => {
    expect(await tag()).toEqual({
      code: 0,
      output: '<script async fetchpriority="high" src="/school/widget/popup.js?site=academy"></script>\n',
      errors: '',
    })
    expect(await tag('--for', 'agent')).toEqual(await tag())
    expect((await tag(...READY)).output).toBe(`${tags.stable}\n`)
    expect((await tag('--site', 'pre-school', '--lang', 'zh-HK', '--at', '/school/widget')).output).toBe(
      '<script async fetchpriority="high" src="/school/widget/popup.js?site=pre-school&amp;lang=zh-HK"></script>\n',
    )
    const { output } = await tag(
      '--site',
      'pre-school',
      '--lang',
      'zh-HK',
      '--at',
      'https://files.example/w/',
    )
    expect(output).toBe(
      '<script async fetchpriority="high" src="https://files.example/w/popup.js?site=pre-school&amp;lang=zh-HK"></script>\n',
    )
  })

  it('asks for the answer ahead where service and language are known, as the loader will', async () => {
    const { output } = await tag(...READY, '--lang', 'zh-HK')
    const { document } = new Window()
    document.head.innerHTML = output
    expect(document.querySelector('link')?.getAttribute('href')).toBe(
      'https://information.school.example/cms/api/v1/popupmsg/check?siteId=academy&lang=zh-HK',
    )
    expect(output).toMatch(/^<link rel="preload" as="fetch" crossorigin href="[^"]+">\n<script async /)
  })

  it('with --integrity binds the loader and all that it imports to this version, and names the map for a policy beside it', async () => {
    const { code, output, errors } = await tag('--integrity', ...READY)
    expect({ code, output }).toEqual({ code: 0, output: `${tags.importMap}\n${tags.checked}\n` })
    expect(errors).toContain(importMapCspSource)
    expect(output).toContain(scripts.loader.integrity)
    for (const { integrity } of [scripts.dialog, scripts.shared, scripts.purify])
      expect(output).toContain(integrity)
  })

  it('an address cannot end the attribute or the script that it stands in', async () => {
    const { output } = await tag('--integrity', '--at', '/w"></script><img src=x>')
    const { document } = new Window()
    document.body.innerHTML = output
    expect([...document.body.children].map(({ localName }) => localName)).toEqual(['script', 'script'])
    const [map, script] = document.body.children
    const place = '/w"></script><img src=x>/'
    expect(script?.getAttribute('src')).toBe(`${place}${scripts.loader.hashedFile}?site=academy`)
    expect(Object.keys(JSON.parse(map?.textContent ?? '').integrity)).toEqual([
      place + scripts.dialog.hashedFile,
      place + scripts.shared.hashedFile,
      place + scripts.purify.hashedFile,
    ])
  })

  it.each([
    [['--site', 'college'], 'Allowed choices are academy, pre-school'],
    [['--service-url', 'information.school.example'], 'must be a URL'],
    [['--for', 'agent', '--service-url', 'https://information.school.example/cms'], 'cannot be used with'],
  ])('%j is a wrong call', async (args, reason) => {
    const { code, output, errors } = await tag(...args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
  })
})
