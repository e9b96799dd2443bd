// Next.js would lead /shop/ to /shop before the proxy reads the entrance.
export default { skipTrailingSlashRedirect: true }
