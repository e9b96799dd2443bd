// The tag that a page needs for what was chosen, as HTML that can be pasted: the one that `schoolbell widget tag` prints.

export function tagOf({ theme, folder, service, siteId, tagLang, remember, refresh, iconBase, debug }) {
  const base = folder.endsWith('/') ? folder : `${folder}/`
  const address = service.replace(/\/+$/, '')
  const script = element('script', {
    async: true,
    fetchpriority: 'high',
    src: `${base}popup.js?site=${siteId}${tagLang ? `&lang=${tagLang}` : ''}`,
    'data-service': address,
    'data-remember': remember,
    'data-refresh': refresh,
    'data-icon-base': iconBase,
    'data-debug': debug,
  })
  const link = theme && element('link', { rel: 'stylesheet', href: `${base}themes/${theme}.css` })
  // The browser calls the service while the loader is still loading. It is for one site in one language.
  const href = `${address}/api/v1/popupmsg/check?siteId=${siteId}&lang=${tagLang}`
  const preload =
    address && tagLang && element('link', { rel: 'preload', as: 'fetch', crossorigin: true, href })
  return [link, preload, `${script}</script>`].filter(Boolean).join('\n')
}

// What is empty is left out: the widget's own default is the right one.
function element(name, attributes) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escaped(value)}"`))
  return `<${name}${written.join('')}>`
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = text => text.replace(/[&<>"]/g, character => ENTITIES[character])
