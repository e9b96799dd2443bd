export const trailingSlash = 'ignore'
