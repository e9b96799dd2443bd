/** What a secretary reads when a file is refused: what it is, what to do, and no button that cannot help. */
import { describe, expect, it } from 'vitest'
import { faultText, mayHelpLater, pictureFaultText } from '../../../console/ui/parts/upload/fault-text.ts'
import { KINDS } from '../../../console/ui/parts/upload/strings.ts'
import { KINDS as FOUND } from '../../../service/media/recognise/other-kinds.ts'

describe('a file that news cannot carry', () => {
  it('is named in both languages, whatever the service finds', () => {
    for (const found of Object.keys(FOUND)) expect(Object.keys(KINDS)).toContain(found)
  })

  it.each([
    ['document', 'Save it as PDF, then add the PDF.', '請另存為 PDF，再加入該 PDF。'],
    ['heic', 'Most Compatible to take JPEG pictures.', '以拍攝 JPEG 相片。'],
    ['mov', 'Save it as MP4, then add that.', '請另存為 MP4 後再加入。'],
    ['program', 'News takes pictures, PDF, MP3 and MP4.', '消息接受圖片、PDF、MP3 及 MP4。'],
  ])('is refused with what to do: %s', (found, english, chinese) => {
    expect(faultText({ code: 'MEDIA_TYPE', found }, 'en-US')).toMatch(
      new RegExp(`^This is an? .*${english}$`),
    )
    expect(faultText({ code: 'MEDIA_TYPE', found }, 'zh-HK')).toMatch(new RegExp(`^這是.*${chinese}$`))
  })
})

describe('where only a picture is taken', () => {
  it.each(['document', 'mov', 'unknown'])('no other kind is advised: %s', found => {
    const fault = { code: 'MEDIA_TYPE', found }
    expect(pictureFaultText(fault, 'en-US')).toBe(faultText({ code: 'NOT_A_PICTURE' }, 'en-US'))
    expect(pictureFaultText(fault, 'zh-HK')).toBe(faultText({ code: 'NOT_A_PICTURE' }, 'zh-HK'))
  })

  it.each(['tiff', 'heic'])(
    'a picture of another kind is to be saved as one that news carries: %s',
    found => {
      const fault = { code: 'MEDIA_TYPE', found }
      expect(pictureFaultText(fault, 'en-US')).toBe(faultText(fault, 'en-US'))
    },
  )
})

it('a refusal for what the file is stays one; one for another reason may not be repeated', () => {
  const later = (codes: string[]) => codes.filter(code => mayHelpLater({ code }))
  const ofTheFile = ['TYPE', 'MISMATCH', 'DAMAGED', 'EMPTY', 'TOO_LARGE', 'TOO_MANY_PIXELS']
  expect(later(ofTheFile.map(kind => `MEDIA_${kind}`))).toEqual([])
  const others = ['MEDIA_BUSY', 'MEDIA_NO_ROOM', 'MEDIA_TOO_MANY', 'OFFLINE', 'SIGNED_OUT', 'FAILED']
  expect(later(others)).toEqual(others)
})
