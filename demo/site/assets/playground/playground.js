// The playground's form: what is chosen in it, shown by the real widget, and the tag that follows the choices.
import { showIn } from './scheme.js'
import {
  draftOf,
  draftsOf,
  emptyDraft,
  LANGUAGES,
  messageOf,
  store,
  stored,
  toField,
  toWire,
} from './state.js'
import { tagOf } from './tag.js'

const form = document.querySelector('.lab-form')
const fields = form.elements
const part = id => document.getElementById(id)
const home = form.dataset
const CHOICES = [
  'lang',
  'theme',
  'scheme',
  'folder',
  'service',
  'siteId',
  'tagLang',
  'remember',
  'refresh',
  'iconBase',
]

const presets = await (await fetch('/playground/presets.json')).json()
const theme = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
const popup = document.createElement('school-popup')
popup.className = 'as-chosen'
document.documentElement.append(popup)

let state = { ...beginning(), ...stored() }
let before
fill()
follow()

form.addEventListener('input', event => {
  if (event.target.name === 'current' || event.target.name === 'lang') select()
  else read(event.target.name)
  follow()
})
form.addEventListener('submit', event => {
  event.preventDefault()
  show()
})
form.addEventListener('click', ({ target }) => {
  const { preset } = target.closest('button')?.dataset ?? {}
  if (preset) replace({ ...state, drafts: fromPreset(preset), typed: false, current: 0 }, 'saidPreset')
})
part('from-service').addEventListener('click', loadFromService)
part('reset').addEventListener('click', () => replace(beginning(), 'saidReset', true))
part('undo').addEventListener('click', undo)
part('add').addEventListener('click', add)
part('remove').addEventListener('click', remove)
part('copy').addEventListener('click', copy)
theme.addEventListener('load', paint)

try {
  await import('/widget/school-popup.js')
  await popup.updateComplete
  paint()
} catch {
  say('saidNoWidget')
}
form.dataset.ready = ''

function beginning() {
  return {
    drafts: fromPreset('typhoon'),
    // Whether the user has changed the text: an unchanged preset is replaced without a note.
    typed: false,
    current: 0,
    lang: home.lang,
    theme: '',
    scheme: 'system',
    folder: '/widget/',
    service: home.service,
    siteId: home.siteId,
    tagLang: '',
    remember: '',
    refresh: '',
    iconBase: '',
    debug: false,
  }
}

// Pictures need an absolute address, and a preset does not know where the site is.
function fromPreset(name) {
  return JSON.parse(JSON.stringify(presets[name]).replaceAll('site:/', `${location.origin}/`)).map(draftOf)
}

// From the state into the form …
function fill() {
  for (const name of CHOICES) fields[name].value = state[name]
  fields.debug.checked = state.debug
  fillMessage()
}

function fillMessage() {
  const draft = state.drafts[state.current]
  const text = draft.texts[state.lang]
  for (const name of ['msgTitle', 'msgBody']) {
    fields[name].value = text[name]
    fields[name].lang = state.lang
  }
  fields.displayDate.value = toField(draft.displayDate)
  fields.needConfirm.value = draft.needConfirm ?? ''
  fields.iconId.value = draft.iconId ?? ''
  part('row').hidden = part('remove').hidden = state.drafts.length < 2
  part('messages').replaceChildren(...state.drafts.map(rowOf))
}

function rowOf({ texts }, index) {
  const radio = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'current',
    value: index,
  })
  radio.checked = index === state.current
  const title = Object.assign(document.createElement('span'), { lang: state.lang })
  title.textContent = `${index + 1}. ${texts[state.lang].msgTitle || home.untitled}`
  const label = document.createElement('label')
  label.append(radio, title)
  return label
}

// … and from the form into the state.
function read(name) {
  const draft = state.drafts[state.current]
  if (CHOICES.includes(name)) state[name] = fields[name].value
  else if (name === 'debug') state.debug = fields.debug.checked
  else {
    state.typed = true
    if (name === 'displayDate') draft.displayDate = toWire(fields.displayDate.value)
    else if (name === 'msgTitle' || name === 'msgBody') draft.texts[state.lang][name] = fields[name].value
    // No choice is no field in a message, not an empty one.
    else draft[name] = fields[name].value || undefined
  }
  if (name === 'msgTitle') part('messages').children[state.current]?.replaceWith(rowOf(draft, state.current))
}

function select() {
  state.lang = fields.lang.value
  const chosen = form.querySelector('[name=current]:checked')
  if (chosen) state.current = Number(chosen.value)
  const inRow = document.activeElement?.name === 'current'
  fillMessage()
  if (inRow) form.querySelector('[name=current]:checked').focus()
}

// Everything that depends on the state.
function follow() {
  store(state)
  const refresh = fields.refresh.validity.valid ? state.refresh : ''
  fields.refresh.setAttribute('aria-invalid', String(!fields.refresh.validity.valid))
  const tag = tagOf({ ...state, refresh, folder: state.folder.trim() || '/widget/' })
  if (part('tag').textContent !== tag) {
    part('tag').textContent = tag
    part('copied').textContent = ''
  }
  popup.lang = state.lang
  if (!state.theme) theme.remove()
  else if (!theme.isConnected || !theme.href.endsWith(`/${state.theme}.css`)) {
    theme.href = `/widget/themes/${state.theme}.css`
    document.head.append(theme)
  }
  paint()
}

function paint() {
  showIn(state.scheme, [...document.styleSheets, ...(popup.shadowRoot?.adoptedStyleSheets ?? [])])
}

function show() {
  const untitled = state.drafts.findIndex(({ texts }) => !texts[state.lang].msgTitle.trim())
  if (untitled >= 0) {
    state.current = untitled
    fillMessage()
    say('saidNoTitle')
    fields.msgTitle.focus()
    return
  }
  popup.preview(state.drafts.map(draft => messageOf(draft, state.lang)))
}

async function loadFromService() {
  try {
    const lists = await Promise.all(LANGUAGES.map(ask))
    const drafts = draftsOf(lists)
    if (drafts.length) replace({ ...state, drafts, typed: false, current: 0 }, 'saidService', true)
    else say('saidNoMessages')
  } catch {
    say('saidNoService')
  }
}

async function ask(lang) {
  const query = new URLSearchParams({ siteId: state.siteId, lang })
  const answer = await fetch(`${home.service}/api/v1/popupmsg/check?${query}`, {
    credentials: 'omit',
    signal: AbortSignal.timeout(8000),
  })
  const { code, content } = await answer.json()
  if (code !== 'D00000') throw Error(code)
  return content
}

// Replaces the text; Undo restores it.
function replace(next, saying, always = false) {
  const mayUndo = state.typed || always
  before = state
  state = next
  fill()
  follow()
  say(mayUndo && saying, mayUndo)
}

function undo() {
  state = before
  fill()
  follow()
  say('saidUndone')
  part('said').closest('section').querySelector('button').focus()
}

function add() {
  state.typed = true
  state.drafts.push(emptyDraft())
  state.current = state.drafts.length - 1
  fillMessage()
  follow()
  fields.msgTitle.focus()
}

function remove() {
  const drafts = state.drafts.filter((_, index) => index !== state.current)
  replace({ ...state, drafts, current: Math.min(state.current, drafts.length - 1) }, 'saidRemoved', true)
  fields.msgTitle.focus()
}

async function copy() {
  const tag = part('tag')
  try {
    await navigator.clipboard.writeText(tag.textContent)
    part('copied').textContent = home.saidCopied
  } catch {
    // Not allowed here: what is selected can be copied by hand.
    getSelection().selectAllChildren(tag)
    part('copied').textContent = home.saidSelected
  }
}

function say(saying, mayUndo = false) {
  part('said').textContent = saying ? home[saying] : ''
  part('undo').hidden = !mayUndo
}
