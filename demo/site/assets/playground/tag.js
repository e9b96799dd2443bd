// The tag that a page needs for what was chosen, as HTML that can be pasted.

export function tagOf({ theme, folder, service, siteId, tagLang, remember, refresh, iconBase, debug }) {
  const base = folder.endsWith('/') ? folder : `${folder}/`
  const script = element('script', {
    async: true,
    fetchpriority: 'high',
    src: `${base}popup.js`,
    'data-service': service.replace(/\/+$/, ''),
    'data-site-id': siteId,
    'data-lang': tagLang,
    'data-remember': remember,
    'data-refresh': refresh,
    'data-icon-base': iconBase,
    'data-debug': debug,
  })
  const link = theme && element('link', { rel: 'stylesheet', href: `${base}themes/${theme}.css` })
  return `${link && `${link}\n`}${script}</script>`
}

// What is empty is left out: the widget's own default is the right one. Each option has a line of its own.
function element(name, attributes) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value)
    .map(([key, value]) => [key.startsWith('data-') ? '\n  ' : ' ', key, value])
    .map(([space, key, value]) => space + (value === true ? key : `${key}="${escaped(value)}"`))
  return `<${name}${written.join('')}>`
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = text => text.replace(/[&<>"]/g, character => ENTITIES[character])
