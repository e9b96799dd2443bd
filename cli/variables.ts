/** Variables of the environment that are no option's own: secrets, which a command line would show to all, and those of others. */

/** By name: who reads it, and what for. A test finds one that is read and not here. */
export const OTHER_VARIABLES: Readonly<Record<string, readonly [reader: string, meaning: string]>> = {
  SCHOOLBELL_ACCESS_KEY: [
    'attendance, conformance, service import',
    'access key of the attendance API; a file of --access-key-file counts more',
  ],
  SCHOOLBELL_ADMIN_PASSWORD: [
    'service',
    'password of the console; a file of --admin-password-file counts more',
  ],
  SCHOOLBELL_CONSOLE_TOKEN: [
    'service',
    'token for programs that use the console’s API; a file of --console-token-file counts more',
  ],
  SCHOOLBELL_EXPIRED_TOKEN: [
    'conformance',
    'token of an expired session; a file of --expired-token-file counts more',
  ],
  SCHOOLBELL_SESSION_TOKEN: [
    'conformance, open-extension, session resolve',
    'session token; a file of --token-file counts more',
  ],
  HTTPS_PROXY: ['sync', 'proxy for calls of https addresses, as in http://proxy.school.example:3128'],
  HTTP_PROXY: ['sync', 'the same for http addresses'],
  NO_PROXY: ['sync', 'hosts that are called without the proxy, with commas between them'],
  PGPASSWORD: ['sync', 'password of PostgreSQL’s user, if --db-password-file is not given'],
  PGPASSFILE: ['sync', 'libpq’s file of passwords; default: ~/.pgpass'],
  PGHOST: ['sync', 'server of an address of PostgreSQL that names none'],
  PGPORT: ['sync', 'its port'],
  PGUSER: ['sync', 'its user'],
  PGSSLMODE: ['sync', 'sslmode of an address of PostgreSQL that has none: verify-full checks the server'],
  PGSSLROOTCERT: ['sync', 'sslrootcert of such an address: file of the authority that signed the server'],
  PGSSLCERT: ['sync', 'sslcert of such an address: file of the client’s certificate'],
  PGSSLKEY: ['sync', 'sslkey of such an address: file of the key of this certificate'],
  NO_COLOR: ['all commands', 'if it is set, the log has no colours'],
}
