/** Web Awesome's looks and words for the whole console; each page brings the components that it uses. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import english from '@awesome.me/webawesome/dist/translations/en.js'
import chinese from '@awesome.me/webawesome/dist/translations/zh-tw.js'
import { registerTranslation } from '@awesome.me/webawesome/dist/utilities/localize.js'

registerTranslation(english, { ...chinese, $code: 'zh-hk' })
