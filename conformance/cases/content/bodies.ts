/** Describes what the HTML of bodies holds: scripts, pictures, and so on. */
import { counted } from '../../../shared/text/counted.ts'

const ACTIVE = /<script|<iframe|<object|<embed|<style|\son\w+\s*=|javascript:/i
/** No `<` before the source: a tag that is never closed is not looked through to the end of the body again and again. */
const PICTURE = /<img\b[^<>]*\ssrc\s*=\s*["']?([^"'\s>]+)/gi

export function bodiesFound(bodies: readonly string[]): string {
  const plain = bodies.filter(body => !/<[a-z]/i.test(body)).length
  const active = bodies.filter(body => ACTIVE.test(body)).length
  const pictures = bodies.flatMap(body => [...body.matchAll(PICTURE)].map(([, address = '']) => address))
  const elsewhere = pictures.filter(address => !/^https?:/i.test(address)).length
  return [
    counted(bodies.length, 'body', 'bodies'),
    `${active} with scripts, handlers, styles or frames`,
    `${plain} without markup`,
    pictures.length === 0
      ? 'no pictures'
      : `${counted(pictures.length, 'picture')}, ${elsewhere} of them not at an http or https address`,
  ].join(', ')
}
