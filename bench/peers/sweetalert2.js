import Swal from 'sweetalert2'
import { dateText, escaped, harmless } from './message.js'

export function show({ msgTitle, msgBody, displayDate, needConfirm }) {
  Swal.fire({
    title: escaped(msgTitle),
    html: `<p>${dateText(displayDate)}</p>${harmless(msgBody)}`,
    confirmButtonText: needConfirm ?? 'Close',
    allowOutsideClick: !needConfirm,
    allowEscapeKey: !needConfirm,
  })
}
