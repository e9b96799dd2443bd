/** `@schoolbell/widget/vue`: the elements in Vue's templates. Types only. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import type { SchoolPopupEventMap } from '../events.ts'
import type { SchoolNewsEventMap } from '../school-news.events.ts'
import type { SchoolNews } from '../school-news.ts'
import type { SchoolPopup } from '../school-popup.ts'
import type { SchoolNewsProps, SchoolPopupProps } from './props.ts'

type Listeners<EventMap> = { [Name in keyof EventMap]: (event: EventMap[Name]) => void }

/** As Vue's guide describes it for elements that are not made with Vue. */
type VueElement<Element, Props, EventMap> = new () => Element & {
  $props: HTMLAttributes & Props & PublicProps
  $emit: EmitFn<Listeners<EventMap>>
}

declare module 'vue' {
  interface GlobalComponents {
    'school-popup': VueElement<SchoolPopup, SchoolPopupProps, SchoolPopupEventMap>
    'school-news': VueElement<SchoolNews, SchoolNewsProps, SchoolNewsEventMap>
  }
}
