/** The repository: the kit's libraries lie there. */
const root = new URL('../../../../..', import.meta.url).pathname

export default { turbopack: { root }, skipTrailingSlashRedirect: true }
