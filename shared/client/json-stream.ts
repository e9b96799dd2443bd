/**
 * JSON read as it streams in, such that one odd value spoils nothing but itself: bytes that are no character become
 * U+FFFD, and nesting ends at a depth that every later step can walk through by recursion.
 */
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'

export interface JsonStreamOptions {
  /** Which values are handed over, as in `$.content.newsList.*`; the rest is dropped as it comes. */
  paths: string[]
  /** Containers inside one another; one that lies this deep comes empty, whatever it holds. */
  deepest: number
  onValue: NonNullable<TokenParser['onValue']>
  onToken: Tokenizer['onToken']
}

export interface JsonStream {
  /** @throws what comes is not JSON */
  write(part: Uint8Array): void
  /** The body is over. @returns whether the JSON value is whole */
  end(): boolean
}

export function createJsonStream({ paths, deepest, onValue, onToken }: JsonStreamOptions): JsonStream {
  const tokenizer = keepMarks(new Tokenizer())
  const parser = new TokenParser({ paths, keepStack: false })
  const isInReach = boundDepth(deepest)
  tokenizer.onToken = token => {
    if (!isInReach(token.token)) return
    onToken(token)
    parser.write(token)
  }
  parser.onValue = onValue
  // What comes after the value is a fault, which the tokenizer sees.
  parser.onEnd = () => tokenizer.end()

  // The tokenizer itself would refuse the whole answer for one character that was cut in two.
  const characters = new TextDecoder()
  return {
    write: part => tokenizer.write(characters.decode(part, { stream: true })),
    // A character cut off by the end is left over.
    end: () => characters.decode() === '' && parser.isEnded,
  }
}

/** As @streamparser/json 0.0.26 reads texts, it takes a byte order mark inside of one for one before it, and drops it. */
function keepMarks(tokenizer: Tokenizer): Tokenizer {
  const texts: object = Reflect.get(tokenizer, 'bufferedString')
  Reflect.set(texts, 'decoder', new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))
  return tokenizer
}

/** Whether a token lies above the deepest containers, or is one of their own brackets. */
function boundDepth(deepest: number): (token: TokenType) => boolean {
  let depth = 0
  return token => {
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    const isInReach = depth < deepest
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    return isInReach
  }
}
