/** Width and height of a PNG, JPEG, GIF or WebP, read from its first bytes. */

export interface Size {
  width: number
  height: number
}

/** Undefined for bytes that are none of them, or too few. */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return pngSize(view) ?? jpegSize(view) ?? gifSize(view) ?? webpSize(view)
  } catch (error) {
    // Ends before the size is told.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function pngSize(view: DataView): Size | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function jpegSize(view: DataView): Size | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  for (;;) {
    const marker = view.getUint16(at)
    if (marker < 0xff00) return undefined
    // Fill bytes may stand before a marker.
    if (marker === 0xffff) at += 1
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
}

/** SOF0 to SOF15, but for DHT, JPG and DAC that stand among them. */
const isFrame = (marker: number) =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)

function gifSize(view: DataView): Size | undefined {
  if (view.getUint32(0) !== 0x47494638) return undefined
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** Three kinds: lossy, lossless, and extended by colour profiles, animation and the like. */
function webpSize(view: DataView): Size | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503858:
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return undefined
  }
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
