/**
 * The extension of the test that has sent the request: it runs in the same process. While a framework builds a web-app, there is
 * none, and nothing is asked of it.
 */
const current = () => globalThis.schoolbellTest?.getStore()

export const extension = {
  admit: request => current().extension.admit(request),
  refusal: (...given) => current().extension.refusal(...given),
  signOut: () => current()?.extension.signOut() ?? '__Host-schoolbell-visit=; Max-Age=0',
  note: {
    seal: content => current().extension.note.seal(content),
    open: sealed => current().extension.note.open(sealed),
  },
}

/** The routes of the test, made of the adapter's functions. */
export const answer = (functions, ...given) => current().routes(functions)(...given)
