/**
 * Headers of every answer that is not one of our own pages: it stays what its type says, and a browser that shows it as a
 * document runs nothing of it and gives it no origin.
 */
export const NO_PAGE = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}
