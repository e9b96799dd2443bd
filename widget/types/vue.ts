/** `schoolbell/widget/vue`: `<school-popup>` in Vue's templates. Types only. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import type { SchoolPopupEventMap } from '../events.ts'
import type { SchoolPopup } from '../school-popup.ts'
import type { SchoolPopupProps } from './props.ts'

type Listeners = { [Name in keyof SchoolPopupEventMap]: (event: SchoolPopupEventMap[Name]) => void }

/** As Vue's guide has it for elements that are not made with Vue. */
type VueElement = new () => SchoolPopup & {
  $props: HTMLAttributes & SchoolPopupProps & PublicProps
  $emit: EmitFn<Listeners>
}

declare module 'vue' {
  interface GlobalComponents {
    'school-popup': VueElement
  }
}
