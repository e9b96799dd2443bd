/** What the build makes of files that are no scripts. */
declare module '*.svg?raw' {
  const text: string
  export default text
}
declare module '*.css' {}
