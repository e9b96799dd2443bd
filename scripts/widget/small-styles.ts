/** The styles of the elements, which are text to the minifier of scripts, without what only people need. */
import { Features, transform } from 'lightningcss'

/** As they are written: only the new form of media queries, `(width <= 35em)`, is shorter and unknown to Safari 16. */
const OLD_FORMS = Features.MediaQueries

export const withSmallStyles = (code: string): string =>
  code.replace(/(?<=css`)[^`]*/g, styles =>
    transform({
      filename: 'styles.css',
      code: Buffer.from(styles),
      minify: true,
      include: OLD_FORMS,
    }).code.toString(),
  )
