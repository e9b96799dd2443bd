/** Security headers of every response. */

export interface Origins {
  /** Where the widget requests popup messages. */
  service: string
  /** The sync agent, on the page with `<school-news>`. */
  agent?: string
  /** Origins of pictures, sound and video besides the site. */
  media: readonly string[]
}

export function securityHeaders({ service, agent, media }: Origins): Record<string, string> {
  return {
    'content-security-policy': policy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'https:', ...media],
      'media-src': media.length > 0 ? media : ["'none'"],
      'font-src': ["'self'"],
      'connect-src': ["'self'", service, ...(agent ? [agent] : [])],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      // For the popup widget and <school-news>; no other code makes markup from text.
      'trusted-types': ['lit-html', 'dompurify'],
    }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  }
}

const policy = (directives: Record<string, readonly string[]>) =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
