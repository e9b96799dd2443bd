import { run } from 'vanilla-cookieconsent'
import styles from 'vanilla-cookieconsent/dist/cookieconsent.css?inline'
import { addStyles, dateText, escaped, harmless } from './message.js'

export function show({ msgTitle, msgBody, displayDate, needConfirm }) {
  addStyles(styles)
  const consentModal = {
    title: escaped(msgTitle),
    description: `<p>${dateText(displayDate)}</p>${harmless(msgBody)}`,
    acceptAllBtn: needConfirm ?? 'Close',
  }
  run({
    // A browser that is driven by a program counts as one.
    hideFromBots: false,
    disablePageInteraction: true,
    guiOptions: { consentModal: { layout: 'box', position: 'middle center' } },
    categories: { necessary: { enabled: true, readOnly: true } },
    language: {
      default: 'en',
      translations: { en: { consentModal, preferencesModal: { sections: [] } } },
    },
  })
}
