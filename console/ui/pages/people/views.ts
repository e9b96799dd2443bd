/** The two lists of the page for users: people and sessions. */
import { html, type TemplateResult } from 'lit'
import { icon } from '../../icons.ts'
import { say } from './strings.ts'

export const viewsHeader = (): TemplateResult =>
  html`<console-page-header heading=${say('title')} intro=${say('intro')}>
    <wa-button variant="brand" href="/console/people/new">${icon('plus', 'start')} ${say('add')}</wa-button>
  </console-page-header>`

export const views = (shown: 'people' | 'sessions'): TemplateResult =>
  html`<nav class="segments" aria-label=${say('views')}>
    <a href="/console/people" aria-current=${shown === 'people' ? 'page' : 'false'}>${say('peopleView')}</a>
    <a href="/console/people/sessions" aria-current=${shown === 'sessions' ? 'page' : 'false'}>${say('sessionsView')}</a>
  </nav>`
