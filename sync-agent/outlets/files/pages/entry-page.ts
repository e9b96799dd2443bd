/** One entry as a page: its body, its pictures, players and files, and the entries before and after it. */
import type { ReceivedAttachment } from '../../../../shared/client/attachments.ts'
import { picturesIn } from '../../../../shared/html/pictures.ts'
import { html, type Markup, type Part, trusted } from '../../../../shared/html/template.ts'
import type { PublishSettings } from '../../../options/publish.ts'
import type { StoredEntry } from '../../../store/types.ts'
import { summaryOf } from '../../feeds/summary.ts'
import { titleOf } from '../../feeds/texts.ts'
import { newsItem } from '../../news/item.ts'
import { INDEX } from '../paging.ts'
import { addressFrom, entryPagePath, pagePath } from '../paths.ts'
import { bodyIn, isShowable, originOf, pictureOrigins } from './body.ts'
import { jsonIn, page } from './frame.ts'
import { OTHER_LANGUAGE, type PageStrings, STRINGS } from './strings.ts'
import { headingOf } from './texts.ts'
import { fileName, fileSize, longDate } from './wording.ts'

export interface EntryPage {
  entry: StoredEntry
  older: StoredEntry | undefined
  newer: StoredEntry | undefined
  hasOtherLanguage: boolean
}

export function entryPage(
  { entry, older, newer, hasOtherLanguage }: EntryPage,
  settings: PublishSettings,
): string {
  const { siteId, lang, newsId, date } = entry
  const t = STRINGS[lang]
  const path = entryPagePath(entry, newsId)
  const title = headingOf(entry)
  const summary = summaryOf(entry.html, lang)
  const cover = entry.coverUrl && isShowable(entry.coverUrl) ? entry.coverUrl : undefined
  const inBody = picturesIn(entry.html)
  const isInBody = cover !== undefined && inBody.includes(cover)
  const isShown = (address: string) => address === cover || inBody.includes(address)
  const main = html`<article class="entry">
<header>
<p class="when"><time datetime="${date}">${longDate(date, lang)}</time></p>
<h1>${title}</h1>
</header>
${
  cover &&
  !isInBody &&
  html`<img class="cover" src="${cover}" alt="" width="1024" height="576" referrerpolicy="no-referrer">
`
}<div class="body">
${trusted(bodyIn(entry.html, t.table))}
</div>
${attachments(entry, isShown)}</article>
<nav class="pages" aria-label="${t.neighbours}">
${neighbour(newer, 'prev', `← ${t.newer}`, path)}<a class="all" href="${addressFrom(path, pagePath(entry, INDEX))}">${t.allNews}</a>
${neighbour(older, 'next', `${t.older} →`, path)}</nav>
`
  return page(
    {
      stream: entry,
      path,
      otherPath: hasOtherLanguage ? entryPagePath({ siteId, lang: OTHER_LANGUAGE[lang] }, newsId) : undefined,
      title,
      description: summary,
      head: aboutEntry(entry, { title, summary, cover }, settings),
      pictures: [
        ...originOf(cover ?? ''),
        ...pictureOrigins(entry.html),
        ...entry.attachments.flatMap(file => originOf(previewOf(file) ?? '')),
      ],
      media: entry.attachments.filter(isPlayed).flatMap(({ url }) => originOf(url)),
      main,
    },
    settings,
  )
}

function neighbour(entry: StoredEntry | undefined, rel: 'next' | 'prev', words: string, path: string): Part {
  return (
    entry &&
    html`<a rel="${rel}" class="${rel}" href="${addressFrom(path, entryPagePath(entry, entry.newsId))}"><span>${words}</span> ${headingOf(entry)}</a>
`
  )
}

const isPicture = ({ fileType }: ReceivedAttachment) => fileType.startsWith('image/')
const isPlayed = ({ fileType }: ReceivedAttachment) => /^(audio|video)\//.test(fileType)

/** @param isShown whether the page already shows this picture */
function attachments({ attachments, lang }: StoredEntry, isShown: (address: string) => boolean): Part {
  const t = STRINGS[lang]
  const showable = attachments.filter(file => isPicture(file) && previewOf(file))
  const pictures = showable.filter(
    ({ url, thumbnailUrl, mobileScreenImageUrl }) =>
      ![url, thumbnailUrl, mobileScreenImageUrl].some(address => address && isShown(address)),
  )
  const played = attachments.filter(isPlayed)
  const files = attachments.filter(file => !showable.includes(file) && !isPlayed(file))
  return [
    pictures.length > 0 &&
      html`<section class="gallery">
<h2>${t.pictures}</h2>
<ul>
${pictures.map((file, index) => picture(file, t.picture(index + 1, pictures.length)))}</ul>
</section>
`,
    played.length > 0 &&
      html`<section class="players">
<h2>${t.recordings}</h2>
${played.map(file => player(file, lang))}</section>
`,
    files.length > 0 &&
      html`<section class="files">
<h2>${t.files}</h2>
<ul>
${files.map(
  file => html`<li>${fileLink(file, lang)}</li>
`,
)}</ul>
</section>
`,
  ]
}

/** Pictures that every browser shows. */
const SHOWN_TYPES = /^image\/(png|jpeg|gif|webp)$/

/** The page's picture of a file, 1024 px wide. */
function previewOf({
  mobileScreenImageUrl,
  thumbnailUrl,
  url,
  fileType,
}: ReceivedAttachment): string | undefined {
  const own = SHOWN_TYPES.test(fileType) ? url : ''
  return [mobileScreenImageUrl, thumbnailUrl, own].find(address => address && isShowable(address))
}

function picture(file: ReceivedAttachment, words: string): Markup {
  const { imageWidth, imageHeight } = file
  const size =
    imageWidth && imageHeight
      ? { width: 1024, height: Math.max(1, Math.round((1024 * imageHeight) / imageWidth)) }
      : { width: 1024, height: 768 }
  return html`<li><a href="${file.url}"><img src="${previewOf(file)}" alt="${words}: ${fileName(file.url)}" width="${size.width}" height="${size.height}" loading="lazy" referrerpolicy="no-referrer"></a></li>
`
}

function player(file: ReceivedAttachment, lang: StoredEntry['lang']): Markup {
  const name = fileName(file.url)
  const poster = previewOf(file)
  const element = file.fileType.startsWith('audio/')
    ? html`<audio controls preload="none" src="${file.url}" aria-label="${name}"></audio>`
    : html`<video controls preload="none" playsinline src="${file.url}"${poster && html` poster="${poster}"`} aria-label="${name}"></video>`
  return html`<figure>
${element}
<figcaption>${fileLink(file, lang)}</figcaption>
</figure>
`
}

function fileLink({ url, fileType, fileSize: size }: ReceivedAttachment, lang: StoredEntry['lang']): Markup {
  const kind = STRINGS[lang].file[kindOf(fileType)]
  const bytes = size !== undefined && html` <span class="size">${fileSize(size, lang)}</span>`
  return html`<a class="file" href="${url}" type="${fileType}"><span class="kind">${kind}</span> <span class="file-name">${fileName(url)}</span>${bytes}</a>`
}

function kindOf(fileType: string): keyof PageStrings['file'] {
  const kind = { audio: 'audio', video: 'video', image: 'picture' } as const
  const [start = ''] = fileType.split('/')
  if (fileType === 'application/pdf') return 'pdf'
  return Object.hasOwn(kind, start) ? kind[start as keyof typeof kind] : 'other'
}

/** For search engines and for messengers that show a link with a picture. */
function aboutEntry(
  entry: StoredEntry,
  { title, summary, cover }: { title: string; summary: string; cover: string | undefined },
  { zone, baseUrl, feeds }: PublishSettings,
): Part {
  const { lang, newsId } = entry
  const name = titleOf(entry, feeds.titles)
  const url = baseUrl && baseUrl + entryPagePath(entry, newsId)
  const wholeCover = cover && URL.parse(cover, url)?.href
  const properties = {
    'og:type': 'article',
    'og:title': title,
    'og:description': summary,
    'og:site_name': name,
    'og:locale': lang.replace('-', '_'),
    'og:url': url,
    'og:image': wholeCover,
  }
  const article = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    datePublished: newsItem(entry, { zone }).publishedAt,
    inLanguage: lang,
    ...(summary && { description: summary }),
    ...(url && { url }),
    ...(wholeCover && { image: [wholeCover] }),
    publisher: { '@type': 'Organization', name },
  }
  return [
    Object.entries(properties).map(
      ([property, content]) =>
        content &&
        html`<meta property="${property}" content="${content}">
`,
    ),
    html`<script type="application/ld+json">${jsonIn(article)}</script>
`,
  ]
}
