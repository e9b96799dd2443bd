/**
 * What all adapters do alike. An adapter adds two functions in its framework's own form: `visits`, which reads each request,
 * and `requireVisit`, which guards a route.
 */
import { ExtensionError, ExtensionOptionError } from './errors.ts'
import type { Extension } from './extension.ts'
import type { Refusal } from './refusal.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import { endVisit, refusalFor, refusedFor, stateOf, type VisitState } from './visit-state.ts'

/** The same names with the same meanings in every adapter. All of them throw the error NOT_MOUNTED without `visits`. */
export interface VisitFunctions<Account extends JsonValue, Request> {
  /** The visit, on a route with `requireVisit`. @throws {ExtensionError} the reason why there is no visit */
  visitOf: (request: Request) => Visit<Account>
  /** The visit, on any route; undefined when the visitor is unknown. */
  findVisit: (request: Request) => Visit<Account> | undefined
  /** Whether this request is an entrance: the app opened this page, and a new visit begins. */
  isEntrance: (request: Request) => boolean
  /** Ends the visit on this phone. The web-app sends the response. */
  signOut: (request: Request) => void
}

/** A `requireVisit` that takes the handler of an event. `Refused` is what a refused visitor's handler returns. */
export interface RequireVisitOf<AnyEvent, Refused> {
  <Event extends AnyEvent, Answer>(handler: (event: Event) => Answer): (event: Event) => Answer | Refused
  <Event extends AnyEvent, Answer>(
    requirement: Requirement,
    handler: (event: Event) => Answer,
  ): (event: Event) => Answer | Refused
}

export interface AdapterParts<Request> {
  /** Name of the adapter's function, for messages: `forExpress`. */
  name: string
  /** The line of code that attaches `visits`, for messages: `app.use(visits)`. */
  attach: string
  /** The object that stands for this request under all functions. */
  keyOf: (request: Request) => object
}

export interface Adapter<Account extends JsonValue, Request> {
  functions: VisitFunctions<Account, Request>
  /** Whether `visits` has read this request: attached twice, it reads a request once. */
  isRead: (request: Request) => boolean
  /**
   * The check of a guarded route: returns the refusal to send, or undefined when the visitor may pass.
   *
   * @throws {ExtensionOptionError} unknown role
   */
  guard: (requirement: Requirement) => (request: Request) => Refusal | undefined
}

/** @throws {ExtensionOptionError} no extension: found when the adapter is made, not at the first visit */
export function adapterOf<Account extends JsonValue, Request>(
  extension: Extension<Account>,
  { name, attach, keyOf }: AdapterParts<Request>,
): Adapter<Account, Request> {
  checkExtension(extension, name)

  const stateFor = (request: Request): VisitState<Account> => {
    const state = stateOf(keyOf(request))
    if (isBy(extension, state)) return state
    throw new ExtensionError(
      'NOT_MOUNTED',
      state
        ? `another extension has read this request; use the functions of its own ${name}(extension)`
        : `no visit was read for this request; add this before the route: ${attach}`,
    )
  }

  const findVisit = (request: Request) => {
    const state = stateFor(request)
    state.wasAsked = true
    return state.admission.kind === 'visit' ? state.admission.visit : undefined
  }

  return {
    functions: {
      visitOf(request) {
        const visit = findVisit(request)
        if (visit) return visit
        throw refusedFor(stateFor(request), undefined)
      },
      findVisit,
      // Routes do not see a refused entrance.
      isEntrance(request) {
        const { admission } = stateFor(request)
        return admission.kind === 'visit' && admission.isEntrance
      },
      signOut: request => endVisit(stateFor(request)),
    },
    isRead: request => isBy(extension, stateOf(keyOf(request))),
    guard(requirement) {
      const roles = rolesOf(requirement)
      return request => {
        const state = stateFor(request)
        const refused = refusedFor(state, roles)
        return refused && refusalFor(state, refused)
      }
    },
  }
}

/** @param name the adapter's function. @throws {ExtensionOptionError} no extension */
export function checkExtension(extension: unknown, name: string): void {
  if (typeof Object(extension).admit !== 'function')
    throw new ExtensionOptionError(`pass an extension made by createExtension() to: ${name}(extension)`)
}

/** The arguments of a `requireVisit` that takes the route itself. @throws {ExtensionOptionError} no route */
export function routeOf<Route>(given: [Route] | [Requirement, Route]): [Requirement, Route] {
  const [requirement, route] = given.length === 1 ? [{}, given[0]] : given
  if (typeof route === 'function') return [requirement, route]
  throw new ExtensionOptionError('requireVisit needs the handler of a route: requireVisit({ role }, handler)')
}

/** The type of the account is that of the extension that has read the request. */
const isBy = <Account extends JsonValue>(
  extension: Extension<Account>,
  state: VisitState<JsonValue> | undefined,
): state is VisitState<Account> => (state?.extension as unknown) === extension
