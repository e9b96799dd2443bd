/** An exported file on its way in: how much of it has been sent, then what it holds. `fetch` does not report progress. */
import type { CheckedImport } from '../../../api/state.ts'
import { API_BASE, ApiProblem } from '../../api.ts'
import { keyHeader } from '../../session-key.ts'

/**
 * @param tell called with the share that has been sent, 0 to 1; undefined once all of it was and it is being checked
 * @throws {ApiProblem} it was refused, or could not be sent
 */
export function sendState(
  file: File,
  tell: (share: number | undefined) => void,
  signal: AbortSignal,
): Promise<CheckedImport> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', `${API_BASE}/state/import`)
    call.setRequestHeader('content-type', 'application/zip')
    for (const [name, value] of Object.entries(keyHeader())) call.setRequestHeader(name, value)
    call.responseType = 'json'
    call.upload.addEventListener('progress', ({ loaded, total }) => tell(total > 0 ? loaded / total : 0))
    call.upload.addEventListener('load', () => tell(undefined))
    call.addEventListener('load', () => {
      if (call.status === 201) resolve(call.response as CheckedImport)
      else reject(new ApiProblem(call.status, call.response))
    })
    for (const end of ['error', 'abort'] as const)
      call.addEventListener(end, () => reject(new ApiProblem(0, {})))
    signal.addEventListener('abort', () => call.abort())
    call.send(file)
  })
}
