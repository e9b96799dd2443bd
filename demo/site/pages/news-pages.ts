/** The list of all news in pages, and one entry with its attachments. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import { liveNewsPlace, newsPlace } from '../addresses.ts'
import { icon, iconOf } from '../icons.ts'
import type { NewsAnswer, NewsAttachment, NewsItem, NewsList } from '../news.ts'
import { FILE_TYPES, textsIn } from '../strings.ts'
import { dayIn, sizeIn } from '../wording.ts'
import { cards, quiet } from './cards.ts'

export function newsList(
  lang: Language,
  news: NewsAnswer<NewsList>,
  { after, sought }: { after: string | undefined; sought: string | undefined },
): Markup {
  const t = textsIn(lang)
  const next = news.state === 'found' ? news.found.next : undefined
  return html`<div class="band page">
<h1>${after ? t.earlierNews : t.news}</h1>
<p class="lead">${t.newsIntro}</p>
<p><a class="more" href="${liveNewsPlace(lang)}">${t.liveNews}${icon('arrow')}</a></p>
${search(lang, sought)}
${listed(lang, news, sought)}
${
  (after || next || sought) &&
  html`<nav class="paging" aria-label="${t.newsPaging}">
${(after || sought) && html`<a class="button" href="${newsPlace()(lang)}">${icon('back')}${sought ? t.allNews : t.newestNews}</a>`}
${next && html`<a class="button next" rel="next" href="${newsPlace(next, sought)(lang)}">${sought ? t.moreFound : t.olderNews}${icon('arrow')}</a>`}
</nav>`
}
</div>`
}

function search(lang: Language, sought: string | undefined): Markup {
  const t = textsIn(lang)
  return html`<form class="news-search" role="search" action="${newsPlace()(lang)}">
<label for="news-q">${t.searchNews}</label>
<input id="news-q" type="search" name="q" value="${sought ?? ''}" maxlength="200" enterkeyhint="search">
<button class="button">${t.search}</button>
</form>`
}

/** What is searched for and cannot be found is not a fault. */
function listed(lang: Language, news: NewsAnswer<NewsList>, sought: string | undefined): Markup {
  const t = textsIn(lang)
  if (news.state !== 'found') return quiet(news.state === 'missing' && sought ? t.nothingFound : t.newsQuiet)
  if (sought === undefined) return cards(lang, news.found.items, { heading: 'h2' })
  const heading = html`<h2 class="part-title">${t.newsFound.replace('{words}', () => sought)}</h2>`
  const found = news.found.items.length === 0 ? quiet(t.nothingFound) : cards(lang, news.found.items)
  return html`${heading}${found}`
}

export function newsEntry(lang: Language, item: NewsItem): Markup {
  const t = textsIn(lang)
  const { cover, pictures, files } = layOut(item)
  return html`<article class="entry">
<header>
<p><a class="back" href="${newsPlace()(lang)}">${icon('back')}${t.allNews}</a></p>
<h1>${item.title}</h1>
<p class="date"><time datetime="${item.date}">${dayIn(lang, item.date)}</time></p>
</header>
${cover && html`<img class="entry-cover" src="${cover}" width="1024" height="683" alt="" referrerpolicy="no-referrer">`}
<div class="body">${item.body}</div>
${pictures.length > 0 && html`<section class="gallery" aria-labelledby="pictures-title"><h2 id="pictures-title">${t.pictures}</h2><ul>${pictures.map(picture => pictureItem(lang, picture))}</ul></section>`}
${files.length > 0 && html`<section class="files" aria-labelledby="files-title"><h2 id="files-title">${t.attachments}</h2><ul>${files.map(file => fileItem(lang, file))}</ul></section>`}
</article>`
}

/**
 * Where each picture is shown. Schools often use one picture as attachment, in the text and as cover: it is shown once, in
 * the text if it is there; otherwise it is offered as a file.
 */
function layOut({ cover, body, attachments }: NewsItem) {
  const isInText = ({ url }: NewsAttachment) => body.toString().includes(html`src="${url}"`.toString())
  const isPicture = ({ fileType, screen }: NewsAttachment) => Boolean(screen) && fileType.startsWith('image/')
  const isShown = (attachment: NewsAttachment) => attachment.screen === cover || isInText(attachment)
  const pictures = attachments.filter(attachment => isPicture(attachment) && !isShown(attachment))
  return {
    cover: attachments.some(picture => picture.screen === cover && isInText(picture)) ? undefined : cover,
    pictures,
    files: attachments.filter(attachment => !pictures.includes(attachment)),
  }
}

function pictureItem(lang: Language, picture: NewsAttachment): Markup {
  return html`<li><figure><img src="${picture.screen}" width="${picture.width}" height="${picture.height}" alt="" loading="lazy" referrerpolicy="no-referrer">
<figcaption>${fileLink(lang, picture)}</figcaption></figure></li>`
}

function fileItem(lang: Language, file: NewsAttachment): Markup {
  return html`<li class="file-item">${fileLink(lang, file)}${file.playable && player(file)}</li>`
}

function fileLink(lang: Language, { fileType, fileSize, url, name }: NewsAttachment): Markup {
  const facts = [
    FILE_TYPES[fileType]?.[lang] ?? fileType,
    ...(fileSize === undefined ? [] : [sizeIn(lang, fileSize)]),
  ].join(' · ')
  return html`<a class="file" href="${url}" target="_blank" rel="noopener noreferrer">${icon(iconOf(fileType))}<span><strong class="file-name">${name}</strong> <small>${facts}</small></span></a>`
}

function player({ fileType, url, screen, name }: NewsAttachment): Markup | false {
  if (fileType.startsWith('audio/'))
    return html`<audio controls preload="none" src="${url}" aria-label="${name}"></audio>`
  if (fileType.startsWith('video/'))
    return html`<video controls preload="none" playsinline src="${url}"${screen && html` poster="${screen}"`} aria-label="${name}"></video>`
  return false
}
