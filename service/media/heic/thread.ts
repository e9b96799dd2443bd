/**
 * Decodes the picture of one HEIC file, in a thread of its own that can be ended at any time.
 *
 * The decoder is WebAssembly: what goes wrong in it stays in its own memory, whose size has a limit here.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'
import type { HeicPicture, HeicTask } from './decode.ts'

const task: HeicTask = workerData
limitMemory(task.memoryBytes)
const picture = decode(task)
parentPort?.postMessage(picture, [picture.pixels.buffer])

function decode({ file, pixels: most }: HeicTask): HeicPicture {
  const context = libheif.heif_context_alloc()
  const opened = libheif.heif_context_read_from_memory(context, readFileSync(file))
  if (opened.code !== libheif.heif_error_code.heif_error_Ok) throw new Error(opened.message)
  const image = libheif.heif_js_context_get_primary_image_handle(context)
  if (image.code) throw new Error(image.message)
  if (libheif.heif_image_handle_get_width(image) * libheif.heif_image_handle_get_height(image) > most)
    throw new Error('too many pixels')
  const isClear = libheif.heif_image_handle_has_alpha_channel(image) !== 0
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma
  const { heif_colorspace_RGB: colours } = libheif.heif_colorspace
  const decoded = libheif.heif_js_decode_image2(image, colours, isClear ? rgba : rgb)
  if (decoded.code) throw new Error(decoded.message)
  const [plane] = decoded.channels
  if (!plane) throw new Error('no picture')
  const { width, height, stride, data } = plane
  const channels = isClear ? 4 : 3
  const row = width * channels
  const pixels = new Uint8Array(row * height)
  for (let y = 0; y < height; y += 1) pixels.set(data.subarray(y * stride, y * stride + row), y * row)
  return { width, height, channels, pixels }
}

/** The decoder asks for more memory by this call. When it gets none, it reports that it has not enough. */
function limitMemory(most: number): void {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function limitedGrow(this: WebAssembly.Memory, pages) {
    if (this.buffer.byteLength + pages * 65_536 > most)
      throw new RangeError('The decoder needs too much memory')
    return grow.call(this, pages)
  }
}
