/** One file on its way: how much of it has been sent, and its result. `fetch` does not report progress. */
import type { Medium } from '../../../api/medium.ts'
import { API_BASE } from '../../api.ts'
import { keyHeader } from '../../session-key.ts'

/** Why a file was not taken; `code` is MEDIA_… of the API, or one of ours. */
export interface UploadFault {
  code: string
  /** What the file is, as in `gif`. */
  found?: string
  limit?: number
  detail?: string
}

export class UploadRefused extends Error {
  override name = 'UploadRefused'
  readonly fault: UploadFault

  constructor(fault: UploadFault) {
    super(fault.code)
    this.fault = fault
  }
}

/**
 * @param tell called with the share that has been sent, 0 to 1
 * @throws {UploadRefused}
 */
export function uploadFile(file: File, tell: (sent: number) => void, signal: AbortSignal): Promise<Medium> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('PUT', `${API_BASE}/media?name=${encodeURIComponent(file.name)}`)
    call.setRequestHeader('content-type', file.type || 'application/octet-stream')
    for (const [name, value] of Object.entries(keyHeader())) call.setRequestHeader(name, value)
    call.responseType = 'json'
    call.upload.addEventListener('progress', ({ loaded, total }) => tell(total > 0 ? loaded / total : 0))
    call.addEventListener('load', () => {
      if (call.status === 201) resolve(call.response as Medium)
      else reject(new UploadRefused(faultOf(call)))
    })
    call.addEventListener('error', () => reject(new UploadRefused({ code: 'OFFLINE' })))
    call.addEventListener('abort', () => reject(new UploadRefused({ code: 'CANCELLED' })))
    signal.addEventListener('abort', () => call.abort())
    call.send(file)
  })
}

function faultOf({ status, response }: XMLHttpRequest): UploadFault {
  const said = (response ?? {}) as Partial<UploadFault>
  if (said.code) return said as UploadFault
  return {
    code: status === 401 ? 'SIGNED_OUT' : 'FAILED',
    ...(said.detail !== undefined && { detail: said.detail }),
  }
}
