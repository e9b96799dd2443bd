/** Looks a site over before anything is written there: who may do what, and where its posts, categories, tags and authors are. */
import Type from 'typebox'
import { unescaped } from '../../../shared/html/entities.ts'
import { DestinationError } from '../error.ts'
import { Me, PostType, Term, User } from './answers.ts'
import { RefusedError } from './faults.ts'
import type { Rest } from './rest.ts'
import type { WordPressOwn } from './target.ts'

export interface PostChoice {
  type: string
  status: WordPressOwn['status']
  /** Names. */
  categories: readonly string[]
  tags: readonly string[]
  /** A name or a login. */
  author: string | undefined
  /** Of plugins, as in `lang`. */
  fields: Readonly<Record<string, string>>
}

/**
 * Finds what is chosen; categories and tags are made where they are missing.
 *
 * @throws {DestinationError} what is missing or not allowed
 */
export async function chosenOf(
  rest: Rest,
  { type, status, categories, tags, author, fields }: PostChoice,
): Promise<Pick<WordPressOwn, 'type' | 'restBase' | 'status' | 'fields'>> {
  const me = await rest.get(Me, '/users/me', { context: 'edit' })
  const postType = await typeOf(rest, type)
  const { capabilities, taxonomies, name } = postType
  const may = (capability: string) => me.capabilities[capability] === true
  const demand = (capability: string, what: string) => {
    if (!may(capability))
      throw invalid(`the user ${me.slug} may not ${what}; give it the role of an Editor (Users)`)
  }
  demand(capabilities.edit_posts ?? 'edit_posts', `write ${name}`)
  demand(capabilities.edit_published_posts ?? 'edit_published_posts', `change ${name} that are published`)
  if (status === 'publish') demand(capabilities.publish_posts ?? 'publish_posts', `publish ${name}`)
  demand('upload_files', 'upload files')
  if (author !== undefined) demand(capabilities.edit_others_posts ?? 'edit_others_posts', 'set authors')
  const terms = async (taxonomy: string, base: string, names: readonly string[]) => {
    if (names.length > 0 && !taxonomies.includes(taxonomy))
      throw invalid(`${name} have no ${base}; leave out the option, or name another --type`)
    const ids: number[] = []
    for (const one of names) ids.push(await termOf(rest, base, one))
    return ids.length > 0 ? { [base]: ids } : {}
  }
  return {
    ...{ type: postType.slug, restBase: postType.rest_base, status },
    fields: {
      ...fields,
      ...(await terms('category', 'categories', categories)),
      ...(await terms('post_tag', 'tags', tags)),
      ...(author !== undefined && { author: await authorOf(rest, author) }),
    },
  }
}

async function typeOf(rest: Rest, type: string) {
  try {
    return await rest.get(PostType, `/types/${encodeURIComponent(type)}`, { context: 'edit' })
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error
    throw invalid(
      `the site has no type "${type}", or does not show it in its REST interface; see its list at /wp-json/wp/v2/types`,
    )
  }
}

async function termOf(rest: Rest, base: string, name: string): Promise<number> {
  const found = await rest.get(Type.Array(Term), `/${base}`, { search: name, per_page: 100 })
  const same = found.find(term => unescaped(term.name).toLowerCase() === name.toLowerCase())
  return same?.id ?? (await rest.send('POST', Term, `/${base}`, { name })).id
}

async function authorOf(rest: Rest, author: string): Promise<number> {
  const found = await rest.get(Type.Array(User), '/users', {
    ...{ search: author, who: 'authors', per_page: 100 },
  })
  const same = found.filter(({ name, slug }) => slug === author || unescaped(name) === author)
  const [only] = same
  if (only && same.length === 1) return only.id
  throw invalid(
    only
      ? `several users are called "${author}"; name the login`
      : `the site has no user "${author}" who may be an author`,
  )
}

const invalid = (message: string) => new DestinationError('DESTINATION_OPTION_INVALID', message)
