/** Rows of a store as the records that people enter, by whose rules they are checked. */

export type Row = Record<string, string | number | Buffer | null>

export const userOf = (row: Row) => ({
  userId: row.user_id,
  role: row.role,
  refNo: row.ref_no,
  firstName: row.first_name,
  lastName: row.last_name,
  chineseName: row.chinese_name,
  email: row.email,
})

export const attendanceOf = (row: Row) => ({
  userId: row.user_id,
  date: row.date,
  status: row.status,
  entryDate: row.entry_date,
  note: row.note,
  ...(row.approved_by !== null && { approvedBy: row.approved_by }),
  ...(row.approved_at !== null && { approvedAt: row.approved_at }),
})

export const sessionOf = (row: Row) => ({
  token: 'kept as a hash',
  environment: row.environment,
  userId: row.user_id,
  createdAt: row.created_at,
  expireAt: row.expire_at,
})

export const popupOf = (row: Row) => ({
  sites: ['academy'],
  displayDate: row.display_date,
  onWebsite: row.on_website === 1,
  ...(row.icon_id !== null && { iconId: row.icon_id }),
  ...(row.need_confirm !== null && { needConfirm: row.need_confirm }),
  texts: {
    'en-US': { msgTitle: row.title_en, msgBody: row.body_en },
    'zh-HK': { msgTitle: row.title_zh, msgBody: row.body_zh },
  },
})

export const newsOf = (row: Row) => ({
  newsId: row.news_id,
  sites: ['academy'],
  newsDateTime: row.news_date_time,
  texts: {
    'en-US': { newsTitle: row.title_en, newsContent: row.body_en },
    'zh-HK': { newsTitle: row.title_zh, newsContent: row.body_zh },
  },
  attachments: [],
})
