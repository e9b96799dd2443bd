import MicroModal from 'micromodal'
import { addStyles, dateText, escaped, harmless } from './message.js'
import styles from './micromodal.css?inline'

/** The markup of its documentation. */
export function show({ msgTitle, msgBody, displayDate, needConfirm }) {
  addStyles(styles)
  const modal = document.createElement('div')
  modal.className = 'modal micromodal-slide'
  modal.id = 'popup'
  modal.ariaHidden = 'true'
  modal.innerHTML = `<div class="modal__overlay" tabindex="-1"${needConfirm ? '' : ' data-micromodal-close'}>
    <div class="modal__container" role="dialog" aria-modal="true" aria-labelledby="popup-title">
      <header class="modal__header"><h2 class="modal__title" id="popup-title">${escaped(msgTitle)}</h2></header>
      <main class="modal__content"><p>${dateText(displayDate)}</p>${harmless(msgBody)}</main>
      <footer class="modal__footer"><button class="modal__btn modal__btn-primary" data-micromodal-close>${needConfirm ?? 'Close'}</button></footer>
    </div></div>`
  document.body.append(modal)
  MicroModal.show('popup', { disableScroll: true, awaitCloseAnimation: true })
}
