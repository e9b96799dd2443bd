/** What is sent of a school's own pictures in the HTML of a message or an entry. */
import { describe, expect, it } from 'vitest'
import { mediaLinks } from '../../../service/media/links.ts'
import type { MediaRepository, StoredMedia } from '../../../service/media/media.ts'
import { picturesInHtml } from '../../../service/media/pictures-in-html.ts'

const medium = (name: string, facts: Partial<StoredMedia> = {}): StoredMedia => ({
  name,
  fileType: 'image/jpeg',
  fileSize: 1,
  path: `original/${name}`,
  thumbnailPath: `thumbnail/${name}`,
  screenPath: `screen/${name}`,
  ...facts,
})
const MEDIA = [
  medium('photo.jpg', { imageWidth: 4032, imageHeight: 3024 }),
  medium('badge.png', { imageWidth: 60, imageHeight: 40 }),
  medium('strip.png', { imageWidth: 2048, imageHeight: 10_000 }),
  medium('unsized.jpg'),
  medium('letter.pdf', { fileType: 'application/pdf' }),
]
const sent = (html: string) =>
  picturesInHtml(
    html,
    name => MEDIA.find(each => each.name === name),
    path => `https://files.example/${path}`,
  )

describe('a picture in a body', () => {
  it.each<[what: string, written: string, sent: string]>([
    [
      'is sent 1024 px wide, with its size',
      '<p><img src="media:photo.jpg" alt="The new hall"></p>',
      '<p><img width="1024" height="768" src="https://files.example/screen/photo.jpg" alt="The new hall"></p>',
    ],
    [
      'that is smaller is sent as it is',
      '<img alt="" src="media:badge.png">',
      '<img width="60" height="40" alt="" src="https://files.example/original/badge.png">',
    ],
    [
      'that would lose its foot is sent whole',
      '<img src="media:strip.png" alt="A timeline">',
      '<img width="1024" height="5000" src="https://files.example/original/strip.png" alt="A timeline">',
    ],
    [
      'without an alternative text is passed over by screen readers',
      '<IMG SRC=media:photo.jpg />',
      '<IMG width="1024" height="768" alt="" SRC=https://files.example/screen/photo.jpg />',
    ],
    [
      'keeps the width that its author wrote, and its shape',
      `<img alt='a > b' width=512 src='media:photo.jpg'>`,
      `<img height="384" alt='a > b' width=512 src='https://files.example/screen/photo.jpg'>`,
    ],
    [
      'keeps the height that its author wrote, and its shape',
      '<img alt="x" src="media:photo.jpg" height="300">',
      '<img width="400" alt="x" src="https://files.example/screen/photo.jpg" height="300">',
    ],
    [
      'has no size of its own where a style or a share says it',
      '<img alt="x" src="media:photo.jpg" style="width: 50%"><img alt="x" src="media:photo.jpg" width="50%">',
      '<img alt="x" src="https://files.example/screen/photo.jpg" style="width: 50%"><img alt="x" src="https://files.example/screen/photo.jpg" width="50%">',
    ],
    [
      'whose size nobody knows is sent as it is',
      '<img src="media:unsized.jpg">',
      '<img alt="" src="https://files.example/original/unsized.jpg">',
    ],
  ])('%s', (_what, written, expected) => {
    expect(sent(written)).toBe(expected)
  })

  it.each([
    '<img src="https://elsewhere.example/x.jpg">',
    '<img src="media:unknown.jpg">',
    '<img src="media:letter.pdf">',
    '<a href="media:photo.jpg">The original</a>',
    'See media:photo.jpg and <img title="media:photo.jpg">',
    '<img src="media:photo.jpg" <b>never closed</b>',
    // Quotes here would end the title, and begin an attribute that no sanitiser has seen.
    '<b title="<img src=media:photo.jpg onclick=alert(1)>">text</b>',
    `<b title='<img alt="" src=media:photo.jpg onclick=alert(1)>'>text</b>`,
  ])('is nothing else: %s', body => {
    expect(sent(body)).toBe(body)
  })
})

it('the address of a file ends no attribute, whatever the file is called', () => {
  const called = 'original/the head\'s 50% "hall".jpg'
  const get = () => medium('hall.jpg', { path: called, imageWidth: 60, imageHeight: 40 })
  const { inHtml } = mediaLinks({ get } as unknown as MediaRepository, () => 'https://files.example')
  expect(inHtml("<img alt='' src='media:hall.jpg'>")).toBe(
    '<img width="60" height="40" alt=\'\' src=\'https://files.example/media/original/the%20head%27s%2050%25%20%22hall%22.jpg\'>',
  )
})
