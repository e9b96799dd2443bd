/** Addresses on the host's site, from a template that an operator wrote. */
import { describe, expect, it } from 'vitest'
import { fillTemplate, templateFault } from '../../../shared/text/link-template.ts'

const SITE = { siteId: 'pre-school', lang: 'zh-HK' } as const

it.each([
  ['/news/{newsId}', '/news/N%201%2F2'],
  ['/{siteId}/{lang}/{language}/{newsId}', '/pre-school/zh-HK/zh/N%201%2F2'],
  [
    'https://school.example/{fileName}.html#{newsId}',
    'https://school.example/n~00201~002f2~u1.html#N%201%2F2',
  ],
  ['/{newsId}/{newsId}', '/N%201%2F2/N%201%2F2'],
])('%s is filled in, and the identifier escaped', (template, address) => {
  expect(fillTemplate(template, SITE, 'N 1/2')).toBe(address)
})

it('an identifier with half of a character has an address, and a dollar sign stays', () => {
  expect(fillTemplate('/{newsId}', SITE, 'a\ud800$&')).toBe('/a%EF%BF%BD%24%26')
})

describe('a template', () => {
  it.each(['/news/{newsId}', 'https://school.example/{newsId}', 'http://school.example/{fileName}'])(
    '%s may name an entry',
    template => {
      expect(templateFault(template, 'newsId')).toBeUndefined()
    },
  )

  it.each([
    ['/news/{id}', '{id} is not one of {newsId}, {fileName}, {siteId}, {lang}, {language}'],
    ['/{newsId}/{}', '{} is not one of {newsId}, {fileName}, {siteId}, {lang}, {language}'],
    ['/news/{siteId}', '"/news/{siteId}" needs {newsId}, as in https://school.example/news/{newsId}'],
  ])('%s is refused', (template, fault) => {
    expect(templateFault(template, 'newsId')).toBe(fault)
  })

  it.each([
    'news/{newsId}',
    'ftp://school.example/{newsId}',
    'x-https:{newsId}',
    'https-x:{newsId}',
    '{newsId}/',
  ])('%s leads to no page', template => {
    const fault = `"${template}" is neither an http(s) address nor a path that begins with /`
    expect(templateFault(template, 'newsId')).toBe(fault)
  })

  it('that need not name an entry may be a page', () => {
    expect(templateFault('/news')).toBeUndefined()
    expect(templateFault('news')).toBe('"news" is neither an http(s) address nor a path that begins with /')
  })
})
