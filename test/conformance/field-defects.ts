/** For every field of the interface a service that sends it in another type: some at once, each for a case of its own. */
import { attachment, entry, type Fields, message, record, student, user } from './spoil.ts'
import type { Spoiling } from './spoiling-proxy.ts'

export interface FieldDefects extends Spoiling {
  fields: string
  /** The field by the case that must find it. */
  foundBy: Record<string, string>
}

type Hand = (change: (fields: Fields) => void) => NonNullable<Spoiling['answer']>

const approver: Hand = change =>
  record(({ approvedBy }) => {
    if (approvedBy) change(Object(approvedBy))
  })

const FIELDS: readonly (readonly [part: string, hand: Hand, fields: Record<string, string>])[] = [
  ['popups', message, { 'msg-title': 'msgTitle', 'msg-body': 'msgBody', 'display-date': 'displayDate' }],
  ['popups', message, { 'icon-id': 'iconId', 'need-confirm': 'needConfirm' }],
  ['news', entry, { 'news-id': 'newsId', 'news-title': 'newsTitle', 'news-content': 'newsContent' }],
  ['news', entry, { 'news-date': 'newsDate', 'news-date-time': 'newsDateTime', attachments: 'attachments' }],
  ['news', entry, { 'mobile-screen-image-url': 'mobileScreenImageUrl', 'thumbnail-url': 'thumbnailUrl' }],
  ['news', attachment, { 'file-type': 'fileType', 'file-size': 'fileSize', url: 'url' }],
  [
    'news',
    attachment,
    {
      'attachment-thumbnail-url': 'thumbnailUrl',
      'attachment-mobile-screen-image-url': 'mobileScreenImageUrl',
    },
  ],
  ['news', attachment, { 'image-width': 'imageWidth', 'image-height': 'imageHeight' }],
  ['news', attachment, { 'image-date-time': 'imageDateTime' }],
  ['attendance', student, { id: '_id', 'ref-no': 'refNo', 'first-name': 'firstName' }],
  ['attendance', student, { 'last-name': 'lastName', 'image-url': 'imageUrl' }],
  ['attendance', record, { 'record-id': '_id', status: 'status', 'entry-date': 'entryDate', note: 'note' }],
  ['attendance', record, { 'approved-at': 'approvedAt' }],
  ['attendance', approver, { 'approver-id': '_id', 'approver-first-name': 'firstName' }],
  ['attendance', approver, { 'approver-last-name': 'lastName' }],
  ['session', user, { 'user-id': 'userId', 'app-id': 'appId', 'created-at': 'createdAt' }],
  ['session', user, { 'expire-at': 'expireAt', 'first-name': 'firstName', 'last-name': 'lastName' }],
  ['session', user, { 'full-name': 'fullName', 'chinese-name': 'chineseName', 'ref-no': 'refNo' }],
  ['session', user, { email: 'email', 'image-url': 'imageUrl', role: 'role' }],
]

export const FIELD_DEFECTS: readonly FieldDefects[] = FIELDS.map(([part, hand, fields]) => ({
  fields: Object.values(fields).join(', '),
  foundBy: Object.fromEntries(Object.entries(fields).map(([id, field]) => [`${part}/${id}`, field])),
  answer: hand(value => {
    for (const field of Object.values(fields))
      if (value[field] !== undefined) value[field] = { value: value[field] }
  }),
}))
