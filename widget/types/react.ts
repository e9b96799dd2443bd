/** `@schoolbell/widget/react`: the elements in the JSX of React 19 and later. Types only. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { SchoolPopupEventMap } from '../events.ts'
import type { SchoolNewsEventMap } from '../school-news.events.ts'
import type { SchoolNews } from '../school-news.ts'
import type { SchoolPopup } from '../school-popup.ts'
import type { SchoolNewsProps, SchoolPopupProps } from './props.ts'

/** How React listens to a custom element: `onschool-popup-show={event => …}`. */
type Listeners<EventMap> = {
  [Name in keyof EventMap & string as `on${Name}`]?: (event: EventMap[Name]) => void
}

export type SchoolPopupJsx = DetailedHTMLProps<HTMLAttributes<SchoolPopup>, SchoolPopup> &
  SchoolPopupProps &
  Listeners<SchoolPopupEventMap>

export type SchoolNewsJsx = DetailedHTMLProps<HTMLAttributes<SchoolNews>, SchoolNews> &
  SchoolNewsProps &
  Listeners<SchoolNewsEventMap>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'school-popup': SchoolPopupJsx
      'school-news': SchoolNewsJsx
    }
  }
}
