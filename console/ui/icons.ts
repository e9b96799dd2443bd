/** Icons of the console, from Bootstrap Icons: add the names you need. They are decoration; the words stand beside. */
import arrowClockwise from 'bootstrap-icons/icons/arrow-clockwise.svg?raw'
import arrowCounterclockwise from 'bootstrap-icons/icons/arrow-counterclockwise.svg?raw'
import arrowDown from 'bootstrap-icons/icons/arrow-down.svg?raw'
import arrowLeft from 'bootstrap-icons/icons/arrow-left.svg?raw'
import arrowRight from 'bootstrap-icons/icons/arrow-right.svg?raw'
import arrowUp from 'bootstrap-icons/icons/arrow-up.svg?raw'
import bell from 'bootstrap-icons/icons/bell-fill.svg?raw'
import bezier from 'bootstrap-icons/icons/bezier2.svg?raw'
import boxArrowRight from 'bootstrap-icons/icons/box-arrow-right.svg?raw'
import boxArrowUpRight from 'bootstrap-icons/icons/box-arrow-up-right.svg?raw'
import calendarCheck from 'bootstrap-icons/icons/calendar-check.svg?raw'
import calendar from 'bootstrap-icons/icons/calendar-event.svg?raw'
import camera from 'bootstrap-icons/icons/camera.svg?raw'
import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import chevronDown from 'bootstrap-icons/icons/chevron-down.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import clipboard from 'bootstrap-icons/icons/clipboard.svg?raw'
import cloudUp from 'bootstrap-icons/icons/cloud-arrow-up.svg?raw'
import braces from 'bootstrap-icons/icons/code-slash.svg?raw'
import copy from 'bootstrap-icons/icons/copy.svg?raw'
import database from 'bootstrap-icons/icons/database.svg?raw'
import diagram from 'bootstrap-icons/icons/diagram-3.svg?raw'
import display from 'bootstrap-icons/icons/display.svg?raw'
import download from 'bootstrap-icons/icons/download.svg?raw'
import exclamation from 'bootstrap-icons/icons/exclamation-triangle.svg?raw'
import eye from 'bootstrap-icons/icons/eye.svg?raw'
import fileSound from 'bootstrap-icons/icons/file-earmark-music.svg?raw'
import filePdf from 'bootstrap-icons/icons/file-earmark-pdf.svg?raw'
import fileFilm from 'bootstrap-icons/icons/file-earmark-play.svg?raw'
import grip from 'bootstrap-icons/icons/grip-vertical.svg?raw'
import house from 'bootstrap-icons/icons/house.svg?raw'
import image from 'bootstrap-icons/icons/image.svg?raw'
import inbox from 'bootstrap-icons/icons/inbox.svg?raw'
import info from 'bootstrap-icons/icons/info-circle.svg?raw'
import key from 'bootstrap-icons/icons/key.svg?raw'
import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import list from 'bootstrap-icons/icons/list.svg?raw'
import numbers from 'bootstrap-icons/icons/list-ol.svg?raw'
import bullets from 'bootstrap-icons/icons/list-ul.svg?raw'
import megaphone from 'bootstrap-icons/icons/megaphone.svg?raw'
import moon from 'bootstrap-icons/icons/moon.svg?raw'
import newspaper from 'bootstrap-icons/icons/newspaper.svg?raw'
import paperclip from 'bootstrap-icons/icons/paperclip.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import phone from 'bootstrap-icons/icons/phone.svg?raw'
import phoneVibrate from 'bootstrap-icons/icons/phone-vibrate.svg?raw'
import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import quote from 'bootstrap-icons/icons/quote.svg?raw'
import search from 'bootstrap-icons/icons/search.svg?raw'
import sliders from 'bootstrap-icons/icons/sliders.svg?raw'
import sun from 'bootstrap-icons/icons/sun.svg?raw'
import table from 'bootstrap-icons/icons/table.svg?raw'
import terminal from 'bootstrap-icons/icons/terminal.svg?raw'
import alignCenter from 'bootstrap-icons/icons/text-center.svg?raw'
import alignLeft from 'bootstrap-icons/icons/text-left.svg?raw'
import alignRight from 'bootstrap-icons/icons/text-right.svg?raw'
import dots from 'bootstrap-icons/icons/three-dots.svg?raw'
import translate from 'bootstrap-icons/icons/translate.svg?raw'
import trash from 'bootstrap-icons/icons/trash.svg?raw'
import bold from 'bootstrap-icons/icons/type-bold.svg?raw'
import h2 from 'bootstrap-icons/icons/type-h2.svg?raw'
import h3 from 'bootstrap-icons/icons/type-h3.svg?raw'
import h4 from 'bootstrap-icons/icons/type-h4.svg?raw'
import italic from 'bootstrap-icons/icons/type-italic.svg?raw'
import underline from 'bootstrap-icons/icons/type-underline.svg?raw'
import wifiOff from 'bootstrap-icons/icons/wifi-off.svg?raw'
import x from 'bootstrap-icons/icons/x-lg.svg?raw'
import { html, type TemplateResult } from 'lit'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'

const ICONS = {
  dots,
  paperclip,
  grip,
  'arrow-up': arrowUp,
  'arrow-down': arrowDown,
  'file-pdf': filePdf,
  'file-sound': fileSound,
  'file-film': fileFilm,
  'cloud-up': cloudUp,
  h4,
  h3,
  h2,
  calendar,
  copy,
  underline,
  table,
  quote,
  numbers,
  link,
  italic,
  bullets,
  braces,
  bold,
  'align-right': alignRight,
  'align-left': alignLeft,
  'align-center': alignCenter,
  'arrow-clockwise': arrowClockwise,
  'arrow-counterclockwise': arrowCounterclockwise,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  bell,
  bezier,
  'box-arrow-right': boxArrowRight,
  'box-arrow-up-right': boxArrowUpRight,
  'calendar-check': calendarCheck,
  camera,
  check,
  'chevron-down': chevronDown,
  'chevron-right': chevronRight,
  clipboard,
  database,
  diagram,
  display,
  download,
  exclamation,
  eye,
  house,
  image,
  inbox,
  info,
  key,
  list,
  megaphone,
  moon,
  newspaper,
  pencil,
  people,
  phone,
  'phone-vibrate': phoneVibrate,
  plus,
  search,
  sliders,
  sun,
  terminal,
  trash,
  translate,
  'wifi-off': wifiOff,
  x,
}

export type IconName = keyof typeof ICONS

/** @param slot of a Web Awesome component, as in `start` of a button */
export function icon(name: IconName, slot = ''): TemplateResult {
  const svg = ICONS[name].replace('<svg ', '<svg aria-hidden="true" focusable="false" ')
  return html`<span class="icon" slot=${slot}>${unsafeHTML(svg)}</span>`
}
