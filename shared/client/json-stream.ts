/**
 * Reads streamed JSON and limits the damage of one bad value: invalid bytes become U+FFFD, nesting is cut at a depth that
 * recursive code can handle, and no digit of a whole number is lost.
 */
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'

export interface JsonStreamOptions {
  /** Paths of the values to report, as in `$.content.newsList.*`; all other values are dropped. */
  paths: string[]
  /** Deepest nesting; a container at this depth is reported as empty. */
  deepest: number
  onValue: NonNullable<TokenParser['onValue']>
  onToken: Tokenizer['onToken']
  /** Of the body's character set. */
  characters: TextDecoder
}

export interface JsonStream {
  /** @throws the input is not JSON */
  write(part: Uint8Array): void
  /** Ends the input. @returns whether the JSON value is complete */
  end(): boolean
}

export function createJsonStream({
  paths,
  deepest,
  onValue,
  onToken,
  characters,
}: JsonStreamOptions): JsonStream {
  const tokenizer = keepMarks(new ExactTokenizer())
  const parser = new TokenParser({ paths, keepStack: false })
  const isInReach = boundDepth(deepest)
  tokenizer.onToken = token => {
    if (!isInReach(token.token)) return
    onToken(token)
    parser.write(token)
  }
  parser.onValue = onValue
  // Anything after the value is an error; the tokenizer throws it.
  parser.onEnd = () => tokenizer.end()

  // The tokenizer itself would reject the whole response for one incomplete character.
  return {
    write: part => tokenizer.write(characters.decode(part, { stream: true })),
    // A character that is cut off at the end leaves a rest.
    end: () => characters.decode() === '' && parser.isEnded,
  }
}

/** A whole number that JavaScript cannot hold exactly comes as the text of its digits: as an identifier it would be another's. */
class ExactTokenizer extends Tokenizer {
  override parseNumber(digits: string): number {
    const number = super.parseNumber(digits)
    const isExact = Number.isSafeInteger(number) || !/^-?\d+$/.test(digits)
    // The parser takes any value.
    return isExact ? number : (digits as unknown as number)
  }
}

/** @streamparser/json 0.0.26 drops a byte order mark inside a string, because its text decoder ignores byte order marks. */
function keepMarks(tokenizer: Tokenizer): Tokenizer {
  const texts: object = Reflect.get(tokenizer, 'bufferedString')
  Reflect.set(texts, 'decoder', new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))
  return tokenizer
}

/** Whether a token lies above the deepest containers, or is one of their brackets. */
function boundDepth(deepest: number): (token: TokenType) => boolean {
  let depth = 0
  return token => {
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    const isInReach = depth < deepest
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    return isInReach
  }
}
