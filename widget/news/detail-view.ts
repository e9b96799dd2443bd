/** One entry: title, date, cover picture, text, more pictures and attachments. */
import { html, nothing, type TemplateResult } from 'lit'
import { kindOf, layOut, sizeIn } from './attachments.ts'
import type { NewsAttachment, NewsEntry } from './entry.ts'
import { icon } from './icons.ts'
import type { EntryView } from './view.ts'

/** @param body the sanitised text */
export function detailView(entry: NewsEntry, body: Node | undefined, view: EntryView): TemplateResult {
  const { coverUrl, pictures, files } = layOut(entry)
  const { words } = view
  return html`<p part="date">${dayIn(entry.date, view)}</p>${
    coverUrl
      ? html`<img part="cover" src=${coverUrl} width="1024" height="683" alt="" decoding="async" referrerpolicy="no-referrer" .onerror=${collapse} .onload=${show}>`
      : nothing
  }<div part="body">${body}</div>${
    pictures.length
      ? section('gallery', words.pictures, pictures, view, (picture, position) =>
          pictureItem(picture, words.picture(position + 1, pictures.length, picture.name)),
        )
      : nothing
  }${files.length ? section('files', words.attachments, files, view, file => fileItem(file, view)) : nothing}`
}

const section = (
  part: string,
  title: string,
  attachments: readonly NewsAttachment[],
  { level }: EntryView,
  item: (attachment: NewsAttachment, position: number) => TemplateResult,
) =>
  html`<section part=${part}><div part="heading" role="heading" aria-level=${Math.min(6, level + 1)} .textContent=${title}></div><ul role="list">${attachments.map((attachment, position) => html`<li>${item(attachment, position)}</li>`)}</ul></section>`

const pictureItem = ({ url, screenUrl, width, height }: NewsAttachment, alt: string): TemplateResult =>
  html`<a href=${url} target="_blank" rel="noopener noreferrer"><img part="picture" src=${screenUrl} width=${width ?? nothing} height=${height ?? nothing} alt=${alt} loading="lazy" decoding="async" referrerpolicy="no-referrer"></a>`

/** A file's name is not translated: under this name it is saved, and found again. */
function fileItem(file: NewsAttachment, { words, language }: EntryView): TemplateResult {
  const { url, name, fileType, fileSize } = file
  const kind = kindOf(fileType)
  const type = words.kinds[kind]
  return html`<a part="file" href=${url} target="_blank" rel="noopener noreferrer">${icon(kind)}<span><span part="file-name" translate="no" .textContent=${name}></span> <small .textContent=${fileSize ? words.file(type, sizeIn(language, fileSize)) : type}></small></span></a>${player(file)}`
}

/** It loads nothing before a visitor presses play. */
function player({ fileType, url, screenUrl, name }: NewsAttachment): TemplateResult | typeof nothing {
  switch (kindOf(fileType)) {
    case 'sound':
      return html`<audio part="player" controls preload="none" src=${url} aria-label=${name}></audio>`
    case 'film':
      return html`<video part="player" controls preload="none" playsinline src=${url} poster=${screenUrl ?? nothing} aria-label=${name}></video>`
    default:
      return nothing
  }
}

/** The school's calendar day, the same in every time zone. */
export function dayIn(date: string, { locale }: EntryView): TemplateResult {
  const moment = new Date(`${date}T00:00:00Z`)
  const text = Number.isNaN(+moment)
    ? date
    : moment.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return html`<time datetime=${date} .textContent=${text}></time>`
}

/** A picture that cannot be loaded leaves its space, so that nothing moves, and no broken frame. */
export const hide = (event: Event): void => {
  ;(event.target as HTMLElement).style.visibility = 'hidden'
}

/** After an update it may be loaded. */
export const show = ({ target }: Event): void => {
  const picture = target as HTMLElement
  picture.style.visibility = ''
  picture.hidden = false
}

const collapse = (event: Event): void => {
  ;(event.target as HTMLElement).hidden = true
}
