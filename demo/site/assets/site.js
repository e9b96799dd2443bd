// The menu on narrow screens. Without scripts its links are visible below the school's name (site.css).
const button = document.querySelector('.menu-button')
const menu = document.querySelector('.menu')
const wide = matchMedia('(min-width: 62em)')

function show(open) {
  button.setAttribute('aria-expanded', String(open))
  document.documentElement.classList.toggle('menu-open', open)
}

button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'))
menu.addEventListener('click', event => {
  if (event.target.closest('a')) show(false)
})
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return
  show(false)
  button.focus()
})
wide.addEventListener('change', () => show(false))
