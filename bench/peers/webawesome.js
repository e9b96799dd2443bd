import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/dialog/dialog.js'
import theme from '@awesome.me/webawesome/dist/styles/themes/default.css?inline'
import { addStyles, dateText, harmless } from './message.js'

export function show({ msgTitle, msgBody, displayDate, needConfirm }) {
  addStyles(theme)
  const dialog = document.createElement('wa-dialog')
  dialog.label = msgTitle
  dialog.innerHTML =
    `<p>${dateText(displayDate)}</p>${harmless(msgBody)}` +
    `<wa-button slot="footer" variant="brand" data-dialog="close">${needConfirm ?? 'Close'}</wa-button>`
  dialog.open = true
  document.body.append(dialog)
}
