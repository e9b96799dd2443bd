/** The size of a picture for mobile and desktop: 1024 px wide. */
import { SCREEN_WIDTH } from '../../shared/contract/news.ts'

/** A strip a kilometre long is shown from its top. */
const TALLEST_SCREEN = 4096

/** `isWhole`: false where the foot of the picture is cut off. */
export function screenSize(width: number, height: number) {
  const whole = Math.max(1, Math.round((height * SCREEN_WIDTH) / width))
  return { width: SCREEN_WIDTH, height: Math.min(TALLEST_SCREEN, whole), isWhole: whole <= TALLEST_SCREEN }
}
