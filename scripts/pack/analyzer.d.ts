/** Exports of the analyzer that are missing in its own types. */
declare module '@custom-elements-manifest/analyzer' {
  import type { Package } from 'custom-elements-manifest/schema.d.ts'
  export const ts: {
    createSourceFile(name: string, text: string, target: number, setParentNodes: boolean): object
    ScriptTarget: { Latest: number }
  }
  export function create(options: { modules: object[]; plugins: object[] }): Package
}

declare module '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js' {
  export function litPlugin(): object[]
}
