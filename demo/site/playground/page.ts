/** The playground: a web editor tries messages, languages and themes, and copies the tag. Its script adds the content. */
import { ICON_IDS } from '../../../shared/contract/icon.ts'
import { LANGUAGES, type Language, SITE_IDS } from '../../../shared/contract/site.ts'
import { html, type Markup, type Part } from '../../../shared/html/template.ts'
import { ICON_FILES } from '../../../widget/icons.ts'
import type { WidgetTag } from '../pages/frame.ts'
import { TEXTS } from '../strings.ts'
import { ICON_NAMES, PRESET_NAMES, type Words, wordsIn } from './strings.ts'

/** Head of the page, instead of the school's own popup. */
export const PLAYGROUND_HEAD = html`<link rel="stylesheet" href="/assets/playground.css">
<script type="module" src="/assets/playground/playground.js"></script>`

/** File names in `widget/themes/` without extension. */
export const THEMES = ['paper', 'signal', 'pebble'] as const

export function playground(lang: Language, widget: WidgetTag): Markup {
  const w = wordsIn(lang)
  return html`<div class="band page lab">
<h1>${w.title}</h1>
<p class="lead">${w.lead}</p>
<noscript><p class="quiet">${w.needsScript}</p></noscript>
<form class="lab-form" novalidate autocomplete="off" data-service="${widget.serviceUrl}" data-site-id="${widget.siteId}" data-lang="${lang}"${sayings(w)}>
<div class="lab-left">
${start(lang, w)}
${message(lang, w)}
${looks(w)}
${options(lang, w)}
</div>
<div class="lab-right">
<section class="lab-tag" aria-labelledby="tag-title">
<div class="lab-head"><h2 class="part-title" id="tag-title">${w.tag}</h2>
<p class="lab-copy"><span class="small" id="copied" role="status"></span><button class="button lab-small" type="button" id="copy">${w.copy}</button></p></div>
<pre class="lab-code" id="tag" tabindex="0" role="group" aria-labelledby="tag-title" translate="no"></pre>
<p class="small">${w.tagNote}</p>
</section>
<p class="lab-show"><button class="button filled lab-main" type="submit">${w.show}</button></p>
</div>
</form>
</div>`
}

/** Texts for the script, which has none of its own. */
function sayings(words: Words): Markup[] {
  const names = (Object.keys(words) as (keyof Words)[]).filter(name => name.startsWith('said'))
  const attribute = (name: string) => name.replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)
  return [...names, 'untitled' as const].map(name => html` data-${attribute(name)}="${words[name]}"`)
}

function start(lang: Language, w: Words): Markup {
  return html`<section class="lab-part" aria-labelledby="start-title">
<h2 class="part-title" id="start-title">${w.start}</h2>
<ul class="lab-presets">${Object.entries(PRESET_NAMES).map(
    ([preset, name]) =>
      html`<li><button class="lab-chip" type="button" data-preset="${preset}">${name[lang]}</button></li>`,
  )}</ul>
<p class="lab-row"><button class="button lab-small" type="button" id="from-service">${w.fromService}</button>
<button class="button lab-small" type="button" id="reset">${w.reset}</button></p>
<p class="lab-row lab-notice"><span class="small" id="said" role="status"></span> <button class="button lab-small" type="button" id="undo" hidden>${w.undo}</button></p>
</section>`
}

function message(lang: Language, w: Words): Markup {
  return html`<section class="lab-part" aria-labelledby="message-title">
<div class="lab-head"><h2 class="part-title" id="message-title">${w.message}</h2>
<p class="lab-row"><button class="button lab-small" type="button" id="remove" hidden>${w.remove}</button> <button class="button lab-small" type="button" id="add">${w.add}</button></p></div>
<fieldset id="row" hidden><legend>${w.row}</legend><div class="lab-choice" id="messages"></div></fieldset>
<div>${choice(w.language, 'lang', [
    ['en-US', html`<span lang="en">English</span>`],
    ['zh-HK', html`<span lang="zh-HK">中文</span>`],
  ])}
<p class="small">${w.languageNote}</p></div>
${input(w.msgTitle, 'msgTitle', html`required`)}
${field(w.msgBody, html`<textarea id="msgBody" name="msgBody" rows="9" spellcheck="true"></textarea>`, 'msgBody')}
<div class="lab-pair">
${input(w.displayDate, 'displayDate', html`type="datetime-local" max="9999-12-31T23:59"`)}
<div>${choice(w.button, 'needConfirm', [
    ['', w.none],
    ['confirm', w.confirm],
    ['Accept', w.accept],
  ])}
<p class="small">${w.buttonNote}</p></div>
</div>
<fieldset><legend>${w.icon}</legend>
<div class="lab-tiles"><label class="lab-tile"><input type="radio" name="iconId" value="" checked><span class="lab-tile-face"><span class="lab-none" aria-hidden="true"></span>${w.none}</span></label>
${ICON_IDS.map(
  id =>
    html`<label class="lab-tile"><input type="radio" name="iconId" value="${id}"><span class="lab-tile-face"><img src="/widget/icons/${ICON_FILES[id]}.svg" width="40" height="40" alt="">${ICON_NAMES[id][lang]}</span></label>`,
)}</div>
</fieldset>
</section>`
}

function looks(w: Words): Markup {
  const themes = [
    ['', w.noTheme, w.noThemeNote],
    ...THEMES.map(theme => [theme, w[theme], w[`${theme}Note`]] as const),
  ] as const
  return html`<section class="lab-part" aria-labelledby="looks-title">
<h2 class="part-title" id="looks-title">${w.looks}</h2>
<fieldset><legend>${w.theme}</legend>
<div class="lab-themes">${themes.map(
    ([
      theme,
      name,
      note,
    ]) => html`<label class="lab-theme"><input type="radio" name="theme" value="${theme}"${!theme && html` checked`}>
<span class="lab-theme-face"><span class="lab-swatch${theme && ` lab-swatch-${theme}`}" aria-hidden="true"><span class="lab-swatch-head">Aa</span><span class="lab-swatch-button"></span></span>
<span><strong>${name}</strong> <small>${note}</small></span></span></label>`,
  )}</div>
</fieldset>
${choice(w.scheme, 'scheme', [
  ['system', w.schemeSystem],
  ['light', w.schemeLight],
  ['dark', w.schemeDark],
])}
</section>`
}

function options(lang: Language, w: Words): Markup {
  const sites = { academy: TEXTS.weatherAcademy[lang], 'pre-school': TEXTS.weatherPreSchool[lang] }
  return html`<section class="lab-part" aria-labelledby="options-title">
<h2 class="part-title" id="options-title">${w.options}</h2>
${input(w.service, 'service', html`type="url" inputmode="url" spellcheck="false"`, w.serviceNote)}
<div class="lab-pair">
${select(
  w.siteId,
  'siteId',
  SITE_IDS.map(site => [site, sites[site]]),
)}
${select(w.tagLang, 'tagLang', [['', w.langOfPage], ...LANGUAGES.map(language => [language, language] as const)])}
${select(
  w.remember,
  'remember',
  [
    ['', w.rememberUsual],
    ['always', w.rememberAlways],
    ['session', w.rememberSession],
  ],
  w.rememberNote,
)}
${input(w.refresh, 'refresh', html`type="number" min="10" max="86400" step="1" inputmode="numeric"`, w.refreshNote)}
${input(w.folder, 'folder', html`spellcheck="false" required`)}
${input(w.iconBase, 'iconBase', html`spellcheck="false"`, w.iconBaseNote)}
</div>
<p><label class="lab-check"><input type="checkbox" name="debug"> <span>${w.debug}</span></label></p>
</section>`
}

function input(label: string, name: string, attributes: Markup, note?: string): Markup {
  return field(
    label,
    html`<input id="${name}" name="${name}" ${attributes}${describedBy(name, note)}>`,
    name,
    note,
  )
}

function select(
  label: string,
  name: string,
  values: readonly (readonly [string, string])[],
  note?: string,
): Markup {
  const options = values.map(([value, text]) => html`<option value="${value}">${text}</option>`)
  return field(label, html`<select name="${name}"${describedBy(name, note)}>${options}</select>`, name, note)
}

function field(label: string, control: Markup, name: string, note?: string): Markup {
  return html`<div class="lab-field"><label>${label}${control}</label>${note && html`<p class="small" id="${name}-note">${note}</p>`}</div>`
}

const describedBy = (name: string, note: string | undefined) => note && html` aria-describedby="${name}-note"`

/** A choice between a few values, side by side. */
function choice(legend: string, name: string, values: readonly (readonly [string, Part])[]): Markup {
  return html`<fieldset><legend>${legend}</legend><div class="lab-choice">${values.map(
    ([value, text], index) =>
      html`<label><input type="radio" name="${name}" value="${value}"${index === 0 && html` checked`}><span>${text}</span></label>`,
  )}</div></fieldset>`
}
