/** For every field of the interface a service that sends it in another type. */
import type { Defect } from './defects.ts'
import { attachment, entry, type Fields, message, record, student, user } from './spoil.ts'

type Hand = (change: (fields: Fields) => void) => NonNullable<Defect['answer']>

const approver: Hand = change =>
  record(({ approvedBy }) => {
    if (approvedBy) change(Object(approvedBy))
  })

const FIELDS: readonly (readonly [part: string, hand: Hand, fields: Record<string, string>])[] = [
  ['popups', message, { 'msg-title': 'msgTitle', 'msg-body': 'msgBody', 'display-date': 'displayDate' }],
  ['popups', message, { 'icon-id': 'iconId', 'need-confirm': 'needConfirm' }],
  ['news', entry, { 'news-id': 'newsId', 'news-title': 'newsTitle', 'news-content': 'newsContent' }],
  ['news', entry, { 'news-date': 'newsDate', 'news-date-time': 'newsDateTime', attachments: 'attachments' }],
  ['news', entry, { 'cover-screen': 'mobileScreenImageUrl', 'cover-thumbnail': 'thumbnailUrl' }],
  ['news', attachment, { 'file-type': 'fileType', 'file-size': 'fileSize', 'attachment-url': 'url' }],
  [
    'news',
    attachment,
    { 'attachment-thumbnail': 'thumbnailUrl', 'attachment-screen': 'mobileScreenImageUrl' },
  ],
  ['news', attachment, { 'image-width': 'imageWidth', 'image-height': 'imageHeight' }],
  ['news', attachment, { 'image-date-time': 'imageDateTime' }],
  ['attendance', student, { 'item-id': '_id', 'ref-no': 'refNo', 'first-name': 'firstName' }],
  ['attendance', student, { 'last-name': 'lastName', 'image-url': 'imageUrl' }],
  ['attendance', record, { 'entry-id': '_id', status: 'status', 'entry-date': 'entryDate', note: 'note' }],
  ['attendance', record, { 'approved-at': 'approvedAt' }],
  ['attendance', approver, { 'approver-id': '_id', 'approver-first-name': 'firstName' }],
  ['attendance', approver, { 'approver-last-name': 'lastName' }],
  ['session', user, { 'user-id': 'userId', 'app-id': 'appId', 'created-at': 'createdAt' }],
  ['session', user, { 'expire-at': 'expireAt', 'first-name': 'firstName', 'last-name': 'lastName' }],
  ['session', user, { 'full-name': 'fullName', 'chinese-name': 'chineseName', 'ref-no': 'refNo' }],
  ['session', user, { email: 'email', 'image-url': 'imageUrl', role: 'role' }],
]

export const FIELD_DEFECTS: readonly Defect[] = FIELDS.flatMap(([part, hand, fields]) =>
  Object.entries(fields).map(([id, field]) => ({
    what: `an object for ${field}`,
    foundBy: `${part}/${id}`,
    says: new RegExp(`${field} is an object, not `),
    answer: hand(value => {
      if (value[field] !== undefined) value[field] = { value: value[field] }
    }),
  })),
)
