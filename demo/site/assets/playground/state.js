// What has been typed and chosen, kept for this tab so that a reload loses nothing.

const NAME = 'schoolbell-playground'
export const LANGUAGES = ['en-US', 'zh-HK']

// One message in both languages, dated now.
export const draftOf = ({ texts, ...rest }) => ({
  displayDate: now(),
  ...rest,
  texts: structuredClone(texts),
})

export const emptyDraft = () =>
  draftOf({ texts: Object.fromEntries(LANGUAGES.map(lang => [lang, { msgTitle: '', msgBody: '' }])) })

// The message as the service would send it in one language.
export const messageOf = ({ texts, ...rest }, lang) => ({ ...texts[lang], ...rest })

// The other way round: what the service sent in either language, paired by place.
export const draftsOf = ([english, chinese]) =>
  (english.length > chinese.length ? english : chinese).map((either, index) => {
    const [en, zh] = [english[index] ?? either, chinese[index] ?? either]
    const { msgTitle, msgBody, ...rest } = en
    return {
      ...rest,
      texts: { 'en-US': { msgTitle, msgBody }, 'zh-HK': { msgTitle: zh.msgTitle, msgBody: zh.msgBody } },
    }
  })

export function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME))
  } catch {
    return null
  }
}

export function store(state) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(state))
  } catch {
    // Storage is blocked or full: a reload starts again.
  }
}

// `YYYYMMDDhhmmss` of the wire and `YYYY-MM-DDThh:mm` of a date field.
export const toField = wire =>
  wire.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, (_, year, month, day, hour, minute, second) =>
    [`${year}-${month}-${day}T${hour}:${minute}`, second].filter(part => part !== '00').join(':'),
  )
export const toWire = field => (field ? field.replace(/\D/g, '').padEnd(14, '0').slice(0, 14) : '')

function now() {
  const moment = new Date()
  return toWire(new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16))
}
