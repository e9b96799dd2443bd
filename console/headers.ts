/** Security headers of every answer under /console. */

/**
 * @param mediaOrigin where pictures of news and people are: the page may have been opened under another of our names
 * @param isSecureContext elsewhere browsers ignore some of the headers and log a warning
 */
export function consoleHeaders(mediaOrigin: string, isSecureContext: boolean): Record<string, string> {
  return {
    'content-security-policy': policy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:', mediaOrigin],
      'media-src': ["'self'", 'blob:', mediaOrigin],
      'font-src': ["'self'"],
      // Web Awesome fetches its own few icons from the data addresses in its code.
      'connect-src': ["'self'", 'data:'],
      // The app simulator's phones have a port each (simulator/).
      'frame-src': ["'self'", 'http://127.0.0.1:*', 'http://localhost:*'],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      // `default` sanitises whatever a library parses (ui/trusted-types.ts); what `console-inert` lets through is never shown.
      'trusted-types': ['default', 'dompurify', 'lit-html', 'console-inert'],
    }),
    ...(isSecureContext && { 'cross-origin-opener-policy': 'same-origin' }),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  }
}

const policy = (directives: Record<string, readonly string[]>) =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
