/** What a run says of the HTML in bodies. */
import { expect, it } from 'vitest'
import { bodiesFound } from '../../conformance/cases/content/bodies.ts'

it('counts the pictures of a body, and those at no http or https address', () => {
  const body = '<p><img alt="" src="https://media.example/1.jpg"><IMG src=media/2.jpg></p>'
  expect(bodiesFound([body])).toContain('2 pictures, 1 of them not at an http or https address')
})

it('looks through a megabyte of tags that are never closed only once', { timeout: 20_000 }, () => {
  expect(bodiesFound(['<img '.repeat(200_000)])).toContain('no pictures')
})
