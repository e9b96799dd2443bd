/** Minifies the styles of the elements, which are text to the minifier of scripts. */
import { Features, transform } from 'lightningcss'

/** Otherwise it writes `(width<=35em)`, which Safari 16 does not know. */
const include = Features.MediaQueries

export const withSmallStyles = (code: string): string =>
  code.replace(/(?<=css`)[^`]*/g, styles =>
    transform({ filename: 'styles.css', code: Buffer.from(styles), minify: true, include }).code.toString(),
  )
