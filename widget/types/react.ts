/** `schoolbell/widget/react`: `<school-popup>` in the JSX of React 19 and later. Types only. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { SchoolPopupEventMap } from '../events.ts'
import type { SchoolPopup } from '../school-popup.ts'
import type { SchoolPopupProps } from './props.ts'

/** As React listens to a custom element: `onschool-popup-show={event => …}`. */
type Listeners = {
  [Name in keyof SchoolPopupEventMap as `on${Name}`]?: (event: SchoolPopupEventMap[Name]) => void
}

export type SchoolPopupJsx = DetailedHTMLProps<HTMLAttributes<SchoolPopup>, SchoolPopup> &
  SchoolPopupProps &
  Listeners

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'school-popup': SchoolPopupJsx
    }
  }
}
