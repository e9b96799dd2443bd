/**
 * What the adapters import of frameworks that are not installed here, because they take longer to install than all the rest.
 * The tests in test/frameworks compile and run the adapters with the real ones.
 */
declare module '@sveltejs/kit' {
  export function error(status: number, message: string): never
  export function isRedirect(thrown: unknown): thrown is { status: number; location: string }
  export function isHttpError(thrown: unknown): thrown is { status: number; body: { message: string } }
}
declare module 'next/headers' {
  export function headers(): Promise<Pick<Headers, 'get'>>
  export function cookies(): Promise<{
    get(name: string): { value: string } | undefined
    set(
      name: string,
      value: string,
      options: { path: string; maxAge: number; secure: boolean; httpOnly: boolean; sameSite: 'lax' },
    ): void
  }>
}
declare module 'next/navigation' {
  export function redirect(path: string): never
}
declare module 'next/server' {
  export const NextResponse: { next(init: { request: { headers: Headers } }): Response }
}
