// SvelteKit would lead /shop/ to /shop before the hook reads the entrance.
export const trailingSlash = 'ignore'
