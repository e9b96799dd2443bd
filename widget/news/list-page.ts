/** The list with all around it: search, the button of new entries, what is shown instead of entries, the next page. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Calls } from './calls.ts'
import { listView } from './list-view.ts'
import type { NewsLists } from './lists.ts'
import type { NewsList } from './news-list.ts'
import type { Screen } from './screen.ts'
import type { SearchForm } from './search-form.ts'
import { loadingView, messageView } from './state-views.ts'

export interface ListParts {
  calls: Calls
  screen: Screen
  lists: NewsLists
  form: SearchForm
  /** Entries on a page of the list. */
  limit: number
}

export function listPage(parts: ListParts): TemplateResult {
  const { calls, screen } = parts
  const view = screen.view()
  const { newest, query, current, isLoading, reveal } = parts.lists
  const hasSearch = query || !newest?.entries || newest.entries.length > 0
  return html`${hasSearch && (isLoading || newest) ? search(parts) : nothing}${
    newest?.waiting.length && !query
      ? html`<div class="pin"><button part="new" .onclick=${reveal} .textContent=${view.words.waiting(newest.waiting.length)}></button></div>`
      : nothing
  }${instead(parts) ?? nothing}${current?.entries.length ? html`${listView(current, view)}${calls.isOpen('search') ? nothing : foot(current, parts)}` : nothing}`
}

function search({ screen, lists: { query, found }, form }: ListParts): TemplateResult {
  const { words } = screen.view()
  return html`${form.render(words.search)}${
    query && found?.entries.length
      ? html`<p part="summary" .textContent=${words.found(found.entries.length, !!found.next)}></p>`
      : nothing
  }`
}

/** What is shown in place of entries. */
function instead({ calls, screen, lists, form, limit }: ListParts): TemplateResult | undefined {
  const { words } = screen.view()
  const { newest, query, found, isStale } = lists
  if (query) {
    if (calls.hasFailed('search'))
      return messageView(words.failed, [words.retry, screen.retrying(() => lists.search(query))])
    if (!found) return newest ? undefined : loadingView(words.loading)
    return found.entries.length
      ? undefined
      : messageView(words.nothingFound(query), [words.clear, form.clear])
  }
  if (newest) return newest.entries.length ? undefined : messageView(words.empty)
  return isStale
    ? messageView(words.failed, [words.retry, screen.retrying(lists.retry)])
    : loadingView(words.loading, Math.min(limit, 6))
}

function foot(
  { next }: NewsList,
  { calls, screen, lists: { query, isStale, more } }: ListParts,
): TemplateResult {
  const { words } = screen.view()
  const hasFailed = calls.hasFailed('more')
  const isOpen = calls.isOpen('more')
  const label = query ? words.moreFound : words.more
  return html`${
    hasFailed || (isStale && !query)
      ? html`<p part="note" .textContent=${hasFailed ? words.failed : words.stale}></p>`
      : nothing
  }${
    next === undefined
      ? nothing
      : html`<button part="more" aria-disabled=${isOpen} .onclick=${more} .textContent=${
          isOpen ? words.loading : hasFailed ? words.retry : label
        }></button>`
  }`
}
