/** Everybody: a search, roles to choose from, and a table that goes on. */
import { html, nothing, type TemplateResult } from 'lit'
import { ROLES, type Role } from '../../../../shared/contract/session.ts'
import type { PeoplePage } from '../../../api/people.ts'
import { language } from '../../language.ts'
import '../../parts/console-empty.ts'
import { personLine } from '../../parts/person-line.ts'
import { ROLE_NAMES, WORDS } from '../../parts/words.ts'
import { say } from './strings.ts'

export interface PeopleParts {
  page: PeoplePage
  /** Undefined: everybody. */
  role: Role | undefined
  words: string
  onSearch(event: Event): void
  choose(role: Role | undefined): void
  more(after: string): void
}

const ROLE_VIEWS = { Student: 'students', Guardian: 'guardians', Staff: 'staff' } as const

export function peopleList(parts: PeopleParts): TemplateResult {
  const { role: roleShown, words, onSearch, choose, more } = parts
  const lang = language()
  const { people, next } = parts.page
  const isAll = roleShown === undefined && words.trim() === ''
  return html`
    <div class="filters" role="search">
      <label class="field">
        ${say('search')}
        <input type="search" .value=${words} placeholder=${WORDS.personHint[lang]} @input=${onSearch} />
      </label>
      <div class="segments" role="group" aria-label=${WORDS.role[lang]}>
        <button type="button" aria-pressed=${roleShown === undefined ? 'true' : 'false'} @click=${() => choose(undefined)}>
          ${say('everybody')}
        </button>
        ${ROLES.map(
          role => html`<button type="button" aria-pressed=${roleShown === role ? 'true' : 'false'} @click=${() => choose(role)}>
            ${say(ROLE_VIEWS[role])}
          </button>`,
        )}
      </div>
    </div>
    <div class="card flush">
      ${
        people.length === 0
          ? html`<console-empty
              icon="people"
              heading=${isAll ? say('empty') : WORDS.nobody[lang]}
              text=${say(isAll ? 'emptyText' : 'nobodyText')}
            ></console-empty>`
          : html`<table class="list">
              <thead>
                <tr>
                  <th scope="col">${WORDS.personName[lang]}</th>
                  <th scope="col">${WORDS.role[lang]}</th>
                  <th scope="col">${say('userId')}</th>
                  <th scope="col">${say('email')}</th>
                </tr>
              </thead>
              <tbody>
                ${people.map(
                  person => html`<tr>
                    <td class="title">${personLine(person, `people/${person.userId}`)}</td>
                    <td data-label=${WORDS.role[lang]}>
                      <span class="badge ${person.role === 'Student' ? 'brand' : ''}">${ROLE_NAMES[person.role][lang]}</span>
                    </td>
                    <td data-label=${say('userId')}>${person.userId}</td>
                    <td class="email" data-label=${say('email')}>${emailText(person.email)}</td>
                  </tr>`,
                )}
              </tbody>
            </table>`
      }
      ${
        next === undefined
          ? nothing
          : html`<div class="foot"><wa-button appearance="outlined" @click=${() => more(next)}>${WORDS.more[lang]}</wa-button></div>`
      }
    </div>
  `
}

/** An address that is too long for its place breaks before what stands behind its name. */
function emailText(email: string): TemplateResult {
  const at = email.lastIndexOf('@')
  return at < 1 ? html`${email}` : html`<span>${email.slice(0, at)}<wbr />${email.slice(at)}</span>`
}
