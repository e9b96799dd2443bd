/** What the in-app browser answers by itself: a hint, the screen around the web-app, and the way to the entrance. */
import type { ServerResponse } from 'node:http'
import type { AppLanguage } from '../shared/contract/entrance-headers.ts'
import type { Hint } from './hint-words.ts'
import { HINT_POLICY, hintPage } from './hints.ts'
import { SCREEN_POLICY, screenPage } from './screen.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function sendHint(answer: ServerResponse, hint: Hint, language: AppLanguage, status: number): void {
  answer.writeHead(status, { ...HEADERS, 'content-security-policy': HINT_POLICY })
  answer.end(hintPage(hint, language))
}

/** @param framePath where the screen's frame begins */
export function sendScreen(answer: ServerResponse, setCookie: string[], framePath: string): void {
  answer.writeHead(200, {
    ...HEADERS,
    'set-cookie': setCookie,
    'content-security-policy': SCREEN_POLICY,
  })
  answer.end(screenPage(framePath))
}

export function sendTo(answer: ServerResponse, setCookie: string[], location: string): void {
  answer.writeHead(303, { ...HEADERS, 'set-cookie': setCookie, location })
  answer.end()
}
