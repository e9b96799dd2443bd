/** The part of doiuse that we use; it brings no types of its own. */
declare module 'doiuse' {
  import type { Plugin } from 'postcss'

  interface Usage {
    /** As caniuse.com names it. */
    feature: string
    /** `missing`: those of the browsers that do not know it, as text. */
    featureData: { missing?: string }
    message: string
  }

  export default function doiuse(options: {
    browsers: readonly string[]
    onFeatureUsage(usage: Usage): void
  }): Plugin
}
